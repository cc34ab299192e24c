//! Sets the size of the stack, for long play: the default of 1 MB ends a series of 277 moves with a trap.

fn main() {
    println!("cargo::rustc-link-arg-cdylib=-zstack-size=33554432");
    println!("cargo::rerun-if-changed=build.rs");
}
