//! Colours, attributes and walks: the words of the `pieces` command.

use super::{Found, Language, Spellings, find};
use crate::units::Piece;

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

/// The letters of the orthodox men in the order of their index: pawn, knight, bishop, rook, queen, king.
const MEN: Spellings = ["PSBRQK", "BSLTDK", "PCFTDR"];

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
    MEN[language as usize]
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
    let code = match language {
        Language::English => letters,
        Language::German => translated(letters, TRANSLATED[0])?,
        Language::French => translated(letters, TRANSLATED[1])?,
    };
    Piece::from_code(code).filter(|piece| !piece.is_orthodox())
}

fn translated<'a>(letters: &str, table: &'a str) -> Option<&'a str> {
    let mut pairs = table.split(' ').filter_map(|pair| pair.split_once('='));
    pairs.find(|(own, _)| own.eq_ignore_ascii_case(letters)).map(|(_, english)| english)
}

/// The German and the French letters, with the English ones.
const TRANSLATED: [&str; 2] = [
    "15=15 16=16 24=24 25=25 35=35 36=36 37=37 ad=ea ae=ee ah=ah al=al am=am an=an ao=ao aq=en b1=b1 b2=b2 b3=b3 \
     bb=bp bh=lh bi=bi bo=bo bs=bs bu=bu ca=ca cb=cp ch=ch cr=cr ct=ct cy=cy da=da de=do dg=dg dl=db dr=dr ds=ds \
     dt=dk du=du ei=sq ek=ek el=m eq=eq er=ar et=et f=f fa=fa fe=fe fr=fr g=g g2=g2 g3=g3 gb=gf gh=gh gi=gi gl=gl \
     gn=gn gr=gr gu=ge gy=gy h=l ha=ha he=rt hk=hc hl=lb hn=ln ht=lr ka=ka kg=cg kh=kh kl=c kn=em ko=ko la=be \
     lc=bm le=le lh=bh li=li lj=br lk=kl ll=bl lo=lo lr=ls ls=bw ma=ma mb=mp mc=mh mg=mg ml=ml mm=mm mo=mo ms=ms \
     n=n na=na nd=nd ne=ne nh=nh nl=nl no=no nr=bn o=o oa=oa od=qq oh=oh ok=ok or=or pa=pa pf=bt pn=gt po=po \
     pr=pr qe=qe qn=qn ra=ra rb=pp rd=eh rh=rp rl=rb rn=rn ro=ro rp=rk rs=bk s1=s1 s2=s2 s3=s3 s4=s4 sa=sa sb=sp \
     sc=sh se=se sh=kp si=si sk=sk so=so sp=sw sr=sc ss=ss st=st ta=re tc=rm th=rh tj=rr tl=rl tr=tr ts=rw uh=th \
     uu=uu va=va wa=wa we=we wf=rf wr=wr z=z ze=ze zh=zh zr=zr",
    "15=15 16=16 24=24 25=25 35=35 36=36 37=37 a=f ae=ee af=be ai=ea al=al am=am an=an ao=ao aq=en ar=ar as=ah \
     at=re b1=b1 b2=b2 b3=b3 ba=sh bi=bi bm=mh bo=bo bs=bs bt=bt bu=bu ca=c cc=rf cd=ds ch=ca cl=rk cm=ms cn=cr \
     cr=bk cs=ss ct=ct cy=cy da=da df=db dg=se dn=do dr=dr ds=dg dt=dk e=m ea=eq ec=sq ef=bm eh=eh el=et ep=st \
     eq=ne et=rm fa=fa fc=br fe=fe fl=bl fr=rb fs=fr g=gn gi=gi gl=gl gn=gr gt=gt gy=gy ha=ha hc=hc im=em ka=ka \
     kl=kl ko=ko l=l la=rt le=le lf=lb li=li ln=ln lo=lo lr=ls lt=lr m=sw ma=ma mf=bw mg=mg ml=ml mm=mm mo=mo \
     mt=rw n=n n1=s1 n2=s2 n3=s3 n4=s4 na=na ne=nd nl=nl no=no nr=bn o=o oa=oa ok=ok or=or os=oh pa=pa pb=bp \
     pc=cp pi=du pm=mp po=po pr=pr pv=pp qa=qe qn=qn qq=qq ra=ra re=ek rl=rn ro=ro rs=rp s=g s2=g2 s3=g3 sa=cg \
     sb=th sc=ch se=lh sf=bh sg=gh si=si sk=sk sl=sa sm=ge sn=nh so=so sp=sp sr=kh ss=sc st=rh su=gf sv=kp sz=zh \
     tc=rr tl=rl tr=tr uu=uu v=wa va=va vi=we vs=wr z=z ze=ze zn=zr",
];

fn is_fairy(letters: &str, language: Language) -> bool {
    FAIRY_WALKS[language as usize].split(' ').any(|known| known.eq_ignore_ascii_case(letters))
}
