//! Tests diagrams as PNG. They need a feature: `cargo test --features png --test png`.

use keymove::{report, syntax};

/// Returns width and height as the header of the file states them.
fn size(picture: &[u8]) -> (u32, u32) {
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn a_picture_has_two_points_for_each_unit_of_the_drawing() {
    for line in [
        r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; author "Đ. Žukov, Б. Сидоров";"##,
        r##"7k/8/5K2/8/{n:P}7/8/{w:G}7/{n:N}7 ? - - stip "h#0.5"; cond "GridChess";"##,
        "16/16/16/16/16/16/16/16/16/7k8/16/16/16/16/16/7K8 w - - stip \"h#2\";",
    ] {
        let problem = syntax::line(line).0.expect(line);
        let svg = report::svg(&problem);
        let of = |name: &str| {
            let (_, rest) = svg.split_once(&format!("{name}=\"")).expect(name);
            rest.split_once('"').expect("its end").0.parse::<u32>().expect("a number")
        };
        let picture = report::png(&problem).expect(line);
        assert_eq!(size(&picture), (2 * of("width"), 2 * of("height")), "{line}");
        assert_eq!(report::png(&problem).expect(line), picture);
    }
}
