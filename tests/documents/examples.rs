//! Tests the programs in `docs/examples`.

#[path = "../../docs/examples/keys.rs"]
#[allow(dead_code)]
mod keys;

use std::cell::RefCell;

#[test]
fn keys_twins_and_progress_are_printed() {
    let text = "# keys of twins, a try, lines of a helpmate, a refusal, an error\n\
        7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; twin \"b) move a1 b1\";\n\
        7k/8/5K2/8/8/8/8/R7 w - - stip \"#2\"; opt \"Try Variation\";\n\
        7k/5K1p/8/8/8/8/8/7R b - - stip \"h#1\";\n\
        7k/8/5K2/8/8/8/8/6R1 w - - stip \"#2\"; cond \"Volage\" \"SingleBox Type1\";\n\
        7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; cond \"Madrassi\";\n";
    let (mut out, seen) = (Vec::new(), RefCell::new(Vec::new()));
    let show = |progress: &_| seen.borrow_mut().push(keymove::RunProgress::clone(progress));
    keys::solve_all(text, None, &mut out, &show).expect("memory can be written to");
    let printed = String::from_utf8(out).expect("UTF-8");
    for expected in [
        "a) \n  1.Ra1-h1#!\nb) wRa1-->b1\n  1.Rb1-h1#!\n",
        "  h7-h5 Rh1xh5#\n  h7-h6 Rh1xh6#\n",
        "error: `Volage` cannot be combined with `SingleBox Type1`",
        "--> <problem>:5:",
        "did you mean `Madrasi`?",
    ] {
        assert!(printed.contains(expected), "{expected}\nis not in\n{printed}");
    }
    let seen = seen.into_inner();
    assert!(
        seen.iter().any(|progress| progress.first_moves > 0 && progress.judged == progress.first_moves),
        "{seen:?}"
    );
}
