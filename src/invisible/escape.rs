//! Tests whether the side to move escapes from mate at the end of a line, given some assumed invisible men.

use super::men::{Board, Domain, Kind, Sq, Squares, bit, passed_pawn, squares};
use super::team::{ManState, king_of, squares_of};
use super::view::View;

/// The end of a line: the visible part of the position, and the assumed invisible men.
pub struct LineEnd<'a> {
    pub board: &'a Board,
    pub view: &'a View,
    pub men: &'a [ManState],
}

/// A reply of the side to be mated; `king` is the square of its king after the reply.
struct KingReply {
    /// Index of the replying man among the assumed men; `None` for a visible man.
    mover: Option<usize>,
    from: Sq,
    to: Sq,
    /// Square of the captured man, as a set; empty without a capture.
    taken: Squares,
    king: Sq,
}

impl LineEnd<'_> {
    /// Returns what each assumed man (side and piece) may be if the side to move is not mated. If these men cannot
    /// prevent the mate, returns squares: in any position in which further invisible men prevent it, one of these is on
    /// one of the squares.
    ///
    /// Take such a position, and call its further men the others.
    ///
    /// 1. If the side is not in check, the others close the line of each attacker found here, or allow an assumed
    ///    attacker to be another man ([`ManState::mend`]).
    /// 2. If it is in check, there is a reply. If an assumed or visible man makes it, it can do so without the others,
    ///    too, unless it is a pawn that captures one of them. If the reply does not help here, some attacker remains,
    ///    whose line the others close or that they allow to be another man.
    /// 3. If one of the others makes the reply, it captures each attacker or closes its line, apart from attackers
    ///    whose lines further others close.
    pub fn escape(&self) -> Result<Vec<Domain>, Squares> {
        let side = self.view.mover;
        let Some(king) = king_of(self.view, self.men, side) else { return Ok(self.domains()) };
        let stays = KingReply { mover: None, from: king, to: king, taken: 0, king };
        let mut more = match self.safe_after(&stays) {
            Ok(domains) => return Ok(domains),
            Err(lines) => lines,
        };
        for from in squares(self.view.plain()).filter(|&sq| self.view.man(sq).is_some_and(|man| man.color == side)) {
            let man = self.view.man(from).expect("a visible man");
            match self.replies(None, from, Domain::of(side, man.kind)) {
                Ok(domains) => return Ok(domains),
                Err(lines) => more |= lines,
            }
        }
        for (index, man) in self.men.iter().enumerate() {
            more |= man.mend;
            let may_be = man.domain.and(Domain::side(side));
            match man.at.filter(|_| !may_be.is_empty()).map(|from| self.replies(Some(index), from, may_be)) {
                Some(Ok(domains)) => return Ok(domains),
                Some(Err(lines)) => more |= lines,
                None => {}
            }
        }
        // A man that began where a visible man is now may have closed a line before it was captured.
        Err(more | self.rescuers(king))
    }

    fn domains(&self) -> Vec<Domain> {
        self.men.iter().map(|man| man.domain).collect()
    }

    fn occupied(&self) -> Squares {
        self.view.plain() | squares_of(self.men)
    }

    fn on(&self, sq: Sq) -> Option<usize> {
        self.men.iter().position(|man| man.at == Some(sq))
    }

    fn replies(&self, mover: Option<usize>, from: Sq, may_be: Domain) -> Result<Vec<Domain>, Squares> {
        let side = self.view.mover;
        let mut more = 0;
        let is_king = may_be == Domain::of(side, Kind::King);
        for to in squares(self.board.targets(from)) {
            if self.board.between(from, to) & self.occupied() != 0 {
                continue;
            }
            let (mut ways, mut taken) = match self.ways(from, to) {
                Some(ways) => ways,
                None => continue,
            };
            let pawn = Domain::of(side, Kind::Pawn);
            if taken == 0 && may_be.and(pawn).meets(self.board.attackers(from, to)) {
                if self.view.passed == Some(to) {
                    ways = ways.or(pawn);
                    taken = bit(passed_pawn(from, to));
                } else {
                    more |= bit(to);
                }
            }
            let is = may_be.and(ways);
            if is.is_empty() {
                continue;
            }
            let king = if is_king { Some(to) } else { king_of(self.view, self.men, side) };
            let reply = KingReply { mover, from, to, taken, king: king.expect("asked for by the caller") };
            match self.safe_after(&reply) {
                Ok(mut domains) => {
                    if let Some(mover) = mover {
                        domains[mover] = is;
                    }
                    return Ok(domains);
                }
                Err(lines) => more |= lines,
            }
        }
        Err(more)
    }

    /// Returns the men (side and piece) that can go from one square to the other, and the square of the man that they
    /// capture, as a set (empty if there is none). Returns `None` if the man on the target square cannot be captured.
    fn ways(&self, from: Sq, to: Sq) -> Option<(Domain, Squares)> {
        let side = self.view.mover;
        let prey = Domain::side(!side).without(Domain::either(Kind::King));
        if let Some(index) = self.on(to) {
            return self.men[index].domain.meets(prey).then(|| (self.board.attackers(from, to), bit(to)));
        }
        match self.view.man(to) {
            Some(man) if !prey.has(man) => None,
            Some(_) => Some((self.board.attackers(from, to), bit(to))),
            None => Some((self.board.goers(from, to), 0)),
        }
    }

    /// Returns what each assumed man may be if the king is safe after the reply. If the king cannot be safe, returns
    /// the squares on which one more man would help.
    fn safe_after(&self, reply: &KingReply) -> Result<Vec<Domain>, Squares> {
        let KingReply { mover, from, to, taken, king } = *reply;
        let side = self.view.mover;
        let occupied = (self.occupied() & !taken & !bit(from)) | bit(to);
        let mut attackers = self.view.plain_attackers(self.board, king, !side, occupied);
        if let Some(at) = attackers.find(|&at| (taken | bit(from)) & bit(at) == 0) {
            return Err(self.board.between(at, king));
        }
        let mut domains = self.domains();
        for (index, man) in self.men.iter().enumerate() {
            let Some(at) = man.at else { continue };
            if mover == Some(index) {
                continue;
            }
            if taken & bit(at) != 0 {
                domains[index] = man.domain.and(Domain::side(!side));
                continue;
            }
            let attackers = self.board.attackers_past(at, king, occupied).and(Domain::side(!side));
            domains[index] = man.domain.without(attackers);
            if domains[index].is_empty() {
                return Err(self.board.between(at, king) | man.mend);
            }
        }
        Ok(domains)
    }

    /// Returns the squares from which a further invisible man of the side to move could end all checks to the king, by
    /// capturing the checking man or by moving between it and the king.
    fn rescuers(&self, king: Sq) -> Squares {
        let side = self.view.mover;
        let occupied = self.occupied();
        let mut help = self.board.exists;
        let mut checker = |at: Sq| help &= self.board.between(at, king) | bit(at);
        self.view.plain_attackers(self.board, king, !side, occupied).for_each(&mut checker);
        for man in self.men {
            let Some(at) = man.at else { continue };
            let attackers = self.board.attackers_past(at, king, occupied).and(Domain::side(!side));
            if man.domain.without(attackers).is_empty() {
                checker(at);
            }
        }
        let is_passed = |at: Sq| self.view.passed.is_some_and(|passed| at == passed + 8 || at + 8 == passed);
        let passed = if squares(help).any(is_passed) { self.view.passed } else { None };
        let reaches = |from: Sq, to: Sq| {
            let ways = match self.ways(from, to) {
                Some((ways, _)) => ways,
                None => return false,
            };
            let clear = self.board.between(from, to) & occupied == 0;
            clear && ways.meets(Domain::unknown(from).and(Domain::side(side)))
        };
        let captures_passed = |from: Sq| passed.is_some_and(|to| self.board.pawn_attacks(side, from) & bit(to) != 0);
        squares(self.board.exists & !occupied)
            .filter(|&from| {
                squares(help & self.board.targets(from)).any(|to| reaches(from, to)) || captures_passed(from)
            })
            .fold(0, |set, sq| set | bit(sq))
    }
}
