//! Colours, attributes and walks: the words of the `pieces` command.

use super::{Found, Language, Spellings, find};
use crate::units::{Piece, Tongue};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    White,
    Black,
    Neutral,
    /// A number of men whose colour, walk and square are unknown.
    TotalInvisible,
}

const COLOURS: &[(Colour, Spellings)] = &[
    (Colour::White, ["White", "Weiss", "Blanc"]),
    (Colour::Black, ["Black", "Schwarz", "Noir"]),
    (Colour::Neutral, ["Neutral", "Neutral", "Neutre"]),
    (Colour::TotalInvisible, ["TotalInvisible", "TotalUnsichtbar", "TotalInvisible"]),
];

/// By their English names; those in [`crate::units::TRAITS`] are supported.
const ATTRIBUTES: &[Spellings] = &[
    ["Royal", "Koeniglich", "Royale"],
    ["Kamikaze", "Kamikaze", "Kamikaze"],
    ["Paralysing", "Paralysierend", "Paralysante"],
    ["Chameleon", "Chamaeleon", "Cameleon"],
    ["Jigger", "Jigger", "Jigger"],
    ["Volage", "Volage", "Volage"],
    ["Functionary", "Beamtet", "Fonctionnaire"],
    ["HalfNeutral", "HalbNeutral", "DemiNeutre"],
    ["HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"],
    ["Protean", "Proteisch", "Protee"],
    ["Magic", "Magisch", "Magique"],
    ["Uncapturable", "Unschlagbar", "Imprenable"],
    ["Patrol", "Patrouille", "Patrouille"],
    ["FrischAuf", "FrischAuf", "FrischAuf"],
    ["Anda", "Anda", "Anda"],
    ["AndaInverse", "AndaInvers", "AndaInverse"],
    ["Bul", "Bul", "Bul"],
    ["Dob", "Dob", "Dob"],
    ["AliceA", "AliceA", "AliceA"],
    ["AliceB", "AliceB", "AliceB"],
];

/// The walks that are not supported, without the nightrider `n`.
const FAIRY_WALKS: Spellings = [
    "c f g l m o z ah al am an ao ar be bh bi bk bl bm bn bo bp br bs bt bu bw b1 b2 b3 ca cg ch cp cr ct cy da db dg \
     dk do dr ds du ea ee eh ek em en eq et fa fe fr ge gf gh gi gl gn gr gt gy g2 g3 ha hc ka kh kl ko kp lb le lh li \
     ln lo lr ls ma mg mh ml mm mo mp ms na nd ne nh nl no oa oh ok or pa po pp pr qe qf qn qq ra rb re rf rh rk rl rm \
     rn ro rp rr rt rw sa sc se sh si sk so sp sq ss st sw s1 s2 s3 s4 th tr uu va wa we wr ze zh zr 15 16 24 25 35 36 \
     37",
    "f g h o z ad ae ah al am an ao aq bb bh bi bo bs bu b1 b2 b3 ca cb ch cr ct cy da de dg dl dr ds dt du ei ek el \
     eq er et fa fe fr gb gh gi gl gn gr gu gy g2 g3 ha he hk hl hn ht ka kg kh kl kn ko la lc le lh li lj lk ll lo lr \
     ls ma mb mc mg ml mm mo ms na nd ne nh nl no nr oa od oh ok or pa pf pn po pr qe qf qn ra rb rd rh rl rn ro rp rs \
     sa sb sc se sh si sk so sp sr ss st s1 s2 s3 s4 ta tc th tj tl tr ts uh uu va wa we wf wr ze zh zr 15 16 24 25 35 \
     36 37",
    "a e g l m o s v z ae af ai al am an ao aq ar as at ba bi bm bo bs bt bu b1 b2 b3 ca cc cd ch cl cm cn cr cs ct cy \
     da df dg dn dr ds dt ea ec ef eh el ep eq et fa fc fe fl fr fs gi gl gn gt gy ha hc im ka kl ko la le lf li ln lo \
     lr lt ma mf mg ml mm mo mt na ne nl no nr n1 n2 n3 n4 oa ok or os pa pb pc pi pm po pr pv qa qf qn qq ra re rl ro \
     rs sa sb sc se sf sg si sk sl sm sn so sp sr ss st su sv sz s2 s3 tc tl tr uu va vi vs ze zn 15 16 24 25 35 36 37",
];

/// How a man moves. (`R/B`: a hunter, a rook away from its own side and a bishop towards it.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    Known(Piece),
    Unsupported,
    Unknown,
}

pub fn colour(word: &str, language: Language) -> Found<Colour> {
    find(word, COLOURS.iter().map(|&(colour, names)| (names[language as usize], colour)))
}

pub fn colour_names(language: Language) -> impl Iterator<Item = &'static str> {
    COLOURS.iter().map(move |(_, names)| names[language as usize])
}

pub fn attribute(word: &str, language: Language) -> Found<&'static str> {
    find(word, ATTRIBUTES.iter().map(|names| (names[language as usize], names[0])))
}

/// The letters that [`walk`] takes for orthodox men.
pub fn man_letters(language: Language) -> &'static str {
    Tongue::ALL[language as usize].man_letters()
}

/// The walk that one or two characters stand for, in either case.
pub fn walk(letters: &str, language: Language) -> Walk {
    if let Some((ahead, back)) = letters.split_once('/') {
        return match (walk(ahead, language), walk(back, language)) {
            (Walk::Known(ahead), Walk::Known(back)) => {
                Piece::hunter(ahead, back).map_or(Walk::Unsupported, Walk::Known)
            }
            (Walk::Unknown, _) | (_, Walk::Unknown) => Walk::Unknown,
            _ => Walk::Unsupported,
        };
    }
    let is_meant = |man: char| letters.eq_ignore_ascii_case(man.encode_utf8(&mut [0; 4]));
    let man = man_letters(language).char_indices().find(|&(_, man)| is_meant(man));
    match man {
        Some((index, _)) => Walk::Known(Piece::from_index(index)),
        None => match fairy(letters, language) {
            Some(piece) => Walk::Known(piece),
            None if is_fairy(letters, language) => Walk::Unsupported,
            None => Walk::Unknown,
        },
    }
}

/// The fairy piece with these letters.
fn fairy(letters: &str, language: Language) -> Option<Piece> {
    let code = Tongue::ALL[language as usize].english(letters)?;
    Piece::from_code(code).filter(|piece| !piece.is_orthodox())
}

fn is_fairy(letters: &str, language: Language) -> bool {
    FAIRY_WALKS[language as usize].split(' ').any(|known| known.eq_ignore_ascii_case(letters))
}
