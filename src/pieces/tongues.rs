//! The letters of pieces in the languages of problem magazines: English, German, French.

use super::Piece;

/// A language with its own letters for pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tongue {
    #[default]
    English,
    German,
    French,
}

/// The letters of the orthodox pieces (pawn, knight, bishop, rook, queen, king) in each language.
const MEN: [&str; 3] = ["PSBRQK", "BSLTDK", "PCFTDR"];

/// The letters of fairy pieces, first in German, second in French. Each text lists pairs: the letters in that language
/// and the English letters.
const FAIRY: [&str; 2] = [
    "15=15 16=16 24=24 25=25 35=35 36=36 37=37 ad=ea ae=ee ah=ah al=al am=am an=an ao=ao aq=en b1=b1 b2=b2 b3=b3 \
     bb=bp bh=lh bi=bi bo=bo bs=bs bu=bu ca=ca cb=cp ch=ch cr=cr ct=ct cy=cy da=da de=do dg=dg dl=db dr=dr ds=ds \
     dt=dk du=du ei=sq ek=ek el=m eq=eq er=ar et=et f=f fa=fa fe=fe fr=fr g=g g2=g2 g3=g3 gb=gf gh=gh gi=gi gl=gl \
     gn=gn gr=gr gu=ge gy=gy h=l ha=ha he=rt hk=hc hl=lb hn=ln ht=lr ka=ka kg=cg kh=kh kl=c kn=em ko=ko la=be \
     lc=bm le=le lh=bh li=li lj=br lk=kl ll=bl lo=lo lr=ls ls=bw ma=ma mb=mp mc=mh mg=mg ml=ml mm=mm mo=mo ms=ms \
     n=n na=na nd=nd ne=ne nh=nh nl=nl no=no nr=bn o=o oa=oa od=qq oh=oh ok=ok or=or pa=pa pf=bt pn=gt po=po \
     pr=pr qe=qe qf=qf qn=qn ra=ra rb=pp rd=eh rh=rp rl=rb rn=rn ro=ro rp=rk rs=bk s1=s1 s2=s2 s3=s3 s4=s4 sa=sa sb=sp \
     sc=sh se=se sh=kp si=si sk=sk so=so sp=sw sr=sc ss=ss st=st ta=re tc=rm th=rh tj=rr tl=rl tr=tr ts=rw uh=th \
     uu=uu va=va wa=wa we=we wf=rf wr=wr z=z ze=ze zh=zh zr=zr",
    "15=15 16=16 24=24 25=25 35=35 36=36 37=37 a=f ae=ee af=be ai=ea al=al am=am an=an ao=ao aq=en ar=ar as=ah \
     at=re b1=b1 b2=b2 b3=b3 ba=sh bi=bi bm=mh bo=bo bs=bs bt=bt bu=bu ca=c cc=rf cd=ds ch=ca cl=rk cm=ms cn=cr \
     cr=bk cs=ss ct=ct cy=cy da=da df=db dg=se dn=do dr=dr ds=dg dt=dk e=m ea=eq ec=sq ef=bm eh=eh el=et ep=st \
     eq=ne et=rm fa=fa fc=br fe=fe fl=bl fr=rb fs=fr g=gn gi=gi gl=gl gn=gr gt=gt gy=gy ha=ha hc=hc im=em ka=ka \
     kl=kl ko=ko l=l la=rt le=le lf=lb li=li ln=ln lo=lo lr=ls lt=lr m=sw ma=ma mf=bw mg=mg ml=ml mm=mm mo=mo \
     mt=rw n=n n1=s1 n2=s2 n3=s3 n4=s4 na=na ne=nd nl=nl no=no nr=bn o=o oa=oa ok=ok or=or os=oh pa=pa pb=bp \
     pc=cp pi=du pm=mp po=po pr=pr pv=pp qa=qe qf=qf qn=qn qq=qq ra=ra re=ek rl=rn ro=ro rs=rp s=g s2=g2 s3=g3 sa=cg \
     sb=th sc=ch se=lh sf=bh sg=gh si=si sk=sk sl=sa sm=ge sn=nh so=so sp=sp sr=kh ss=sc st=rh su=gf sv=kp sz=zh \
     tc=rr tl=rl tr=tr uu=uu v=wa va=va vi=we vs=wr z=z ze=ze zn=zr",
];

impl Tongue {
    pub const ALL: [Tongue; 3] = [Tongue::English, Tongue::German, Tongue::French];

    /// Returns the letters of the orthodox pieces in this language, indexed by piece.
    pub fn man_letters(self) -> &'static str {
        MEN[self as usize]
    }

    /// Returns the letters of a piece in this language. Pieces of games and pieces that a problem defines have the same
    /// letters in all languages.
    pub fn letters(self, piece: Piece) -> String {
        let letters = piece.letters();
        if self == Tongue::English || piece.is_own() {
            return letters.to_string();
        }
        if let Some((ahead, back)) = letters.split_once('/') {
            let part = |code| Piece::from_code(code).map_or_else(|| String::from(code), |piece| self.letters(piece));
            return format!("{}/{}", part(ahead), part(back));
        }
        if piece.is_orthodox() {
            return self.man_letters()[piece.index()..=piece.index()].to_string();
        }
        let own = self.pairs().find(|(_, english)| english.eq_ignore_ascii_case(piece.def().code));
        own.map_or_else(|| letters.to_string(), |(own, _)| own.to_ascii_uppercase())
    }

    /// Returns the English letters for the letters of a fairy piece in this language, in upper or lower case; `None` if
    /// the letters are unknown.
    pub fn english(self, letters: &str) -> Option<&str> {
        match self {
            Tongue::English => Some(letters),
            _ => self.pairs().find(|(own, _)| own.eq_ignore_ascii_case(letters)).map(|(_, english)| english),
        }
    }

    fn pairs(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let table = match self {
            Tongue::English => "",
            Tongue::German => FAIRY[0],
            Tongue::French => FAIRY[1],
        };
        table.split(' ').filter_map(|pair| pair.split_once('='))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_have_the_letters_of_the_language() {
        // English, German, French.
        let rows = [
            ("Q", ["Q", "D", "D"]),
            ("S", ["S", "S", "C"]),
            ("K", ["K", "K", "R"]),
            ("G", ["G", "G", "S"]),
            ("N", ["N", "N", "N"]),
            ("L", ["L", "H", "L"]),
            ("R/B", ["R/B", "T/L", "T/F"]),
        ];
        for (code, letters) in rows {
            let piece = Piece::from_code(code).expect(code);
            assert_eq!(Tongue::ALL.map(|tongue| tongue.letters(piece)), letters, "{code}");
        }
    }

    #[test]
    fn no_language_has_the_same_letters_for_two_men() {
        for tongue in Tongue::ALL {
            let mut all: Vec<String> = Piece::all()
                .filter(|piece| !piece.def().code.contains('.'))
                .map(|piece| tongue.letters(piece))
                .collect();
            all.sort();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{tongue:?}: {all:?}");
        }
    }
}
