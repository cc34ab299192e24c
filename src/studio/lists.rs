//! Everything that a problem can ask for, for completion and for the palette.

use super::parts::Parts;
use crate::catalogue::{Catalogue, CatalogueItem, CatalogueKind};
use crate::exchange::Format;
use crate::games::Game;
use crate::pieces::OwnPieces;
use crate::report::ManDrawing;
use crate::syntax;
use crate::units::{Color, Piece, TRAITS, Traits, Unit};
use serde_json::{Map, Value, json};

/// Returns all stipulations, conditions, games, options, attributes of men, and formats.
pub fn lists() -> Value {
    let mut lists = Map::new();
    for catalogue in [Catalogue::Stipulations, Catalogue::Conditions, Catalogue::Games, Catalogue::Options] {
        let items: Vec<Value> =
            catalogue.sections().iter().flat_map(|section| section.items.iter().map(item)).collect();
        lists.insert(catalogue.name().to_string(), Value::Array(items));
    }
    let traits = TRAITS.iter().filter(|def| def.value != Traits::NEUTRAL);
    let traits: Vec<Value> = traits.map(|def| json!({ "name": def.name.to_lowercase(), "meaning": def.doc })).collect();
    let formats: Vec<Value> = Format::ALL
        .iter()
        .map(|format| json!({ "name": format.name(), "meaning": format.doc(), "endings": format.endings() }))
        .collect();
    lists.insert("attributes".to_string(), json!(traits));
    lists.insert("formats".to_string(), json!(formats));
    lists.insert("version".to_string(), json!(env!("CARGO_PKG_VERSION")));
    Value::Object(lists)
}

fn item(item: &CatalogueItem) -> Value {
    let below: Vec<Value> =
        item.items.iter().filter(|item| item.kind == CatalogueKind::Variant).map(self::item).collect();
    json!({ "kind": item.kind.name(), "name": item.name, "meaning": item.meaning, "variants": below })
}

/// Returns the men of the palette, each with its drawings and its text on the board in three colours: the men of the
/// game, those that the problem defines, and all others.
pub fn palette(parts: &Parts) -> Value {
    let game = parts.values("game").find_map(|text| syntax::game(text).ok().flatten());
    let mut own = OwnPieces::default();
    for text in parts.values("piece") {
        syntax::own_pieces(text, game.as_ref(), &mut own);
    }
    let mut drawings = Map::new();
    let is_in = |piece: &Piece| match piece.def().code.split_once('.') {
        Some((prefix, _)) => game.as_ref().is_some_and(|game| game.def.prefix == prefix),
        None => true,
    };
    let defined = own.iter().map(|own| own.piece);
    let men = Piece::all().filter(is_in).chain(defined);
    let men: Vec<Value> = men.map(|piece| man(piece, game.as_ref(), &mut drawings)).collect();
    json!({ "men": men, "drawings": drawings })
}

fn man(piece: Piece, game: Option<&Game>, drawings: &mut Map<String, Value>) -> Value {
    let sides = [Unit::new(Color::White, piece), Unit::new(Color::Black, piece), Unit::neutral(piece)];
    let sides = sides.map(|unit| {
        let (drawn, drawing) = ManDrawing::alone(unit);
        drawings.insert(drawn.id.clone(), json!(drawing));
        json!({ "id": drawn.id, "text": game.map_or_else(|| unit.to_fen(), |game| game.fen(unit)) })
    });
    let def = piece.def();
    json!({
        "code": def.code,
        "letters": piece.letters(),
        "name": def.name,
        "meaning": def.doc,
        "xbetza": def.xbetza,
        "isOrthodox": piece.is_orthodox(),
        "isOfGame": def.code.contains('.'),
        "isOwn": piece.is_own(),
        "sides": sides,
    })
}
