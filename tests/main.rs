//! The integration tests. They are one program, since every program of tests takes as long to build as the library is
//! large; `cargo test --release --test all cli::` runs those of one module. Only `png`, which takes a feature, is apart.

// Shared by several modules.
mod chance;
mod children;
mod differences;
mod files;
mod lines;
mod popeye;
mod product;
mod reference;
mod tables;
mod understood;

// The sources, the packages, and what the documents say of them.
mod arrows;
mod documents;
mod licences;

// The program on the command line.
mod batch;
mod cli;
mod cluster;
mod explore;
mod lost;
mod messages;
mod pages;
mod py;
mod reported;
mod shared_facts;
mod studio;

// Problems as text.
mod exchange;
mod fuzz;

// Rows and problems with known answers.
mod corpus;
mod plays;
mod rows;
mod rules;
mod themes;
mod threads;
mod verdicts;

// Random positions and problems, answered in several ways.
mod black_box;
mod cross_product;
mod differential;
mod endless;
mod engines;
mod games;
mod metamorphic;
mod movements;
mod own_pieces;
mod proof_games;
mod reference_rules;
mod shortcuts;
mod sieges;
mod switches;

// Limits.
mod interrupts;
mod limits;
