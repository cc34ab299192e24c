//! The records in a file of shared facts. All records have the same length and a checksum.
//!
//! A false fact would make answers wrong. So each record has a 64-bit checksum over the plan, the problem, the program
//! and the bytes of the record. A record with a wrong checksum is ignored.

use crate::cli::hash::Hash;
use crate::solve::{Fact, FirstMoveId, Proved};
use std::env;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The length of a record in bytes. Its fields: key of the position, number of plies, kind, work, table and checksum.
pub const RECORD: usize = 16 + 2 + 1 + 1 + 4 + 8;

/// A record that a unit of a divided problem writes for the other units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactRecord {
    Fact(Fact),
    /// The unit has begun this first move, and it will deliver its result.
    Begun(FirstMoveId),
    AtWork,
    /// The unit has finished its work.
    Ended,
}

const FACTS: [Proved; 3] = [Proved::Succeeds, Proved::Fails, Proved::Empty];
/// This constant and the next two are the values of the field `kind` in records without a fact. In records of facts it
/// is 0 to 2.
const BEGUN: u8 = 3;
const AT_WORK: u8 = 4;
const ENDED: u8 = 5;

/// The fields of a record before the checksum: key of the position, number of plies, kind, work, number of the
/// transposition table.
type RecordFields = (u128, u16, u8, u8, u32);

impl FactRecord {
    pub fn sealed(self, start: Hash) -> [u8; RECORD] {
        let (key, n, kind, work, table): RecordFields = match self {
            FactRecord::Fact(fact) => (fact.key, fact.n, fact.proved as u8, magnitude(fact.nodes), fact.table),
            FactRecord::Begun(first) => (key_of(first), 0, BEGUN, 0, 0),
            FactRecord::AtWork => (0, 0, AT_WORK, 0, 0),
            FactRecord::Ended => (0, 0, ENDED, 0, 0),
        };
        let mut record = [0; RECORD];
        record[..16].copy_from_slice(&key.to_le_bytes());
        record[16..18].copy_from_slice(&n.to_le_bytes());
        (record[18], record[19]) = (kind, work);
        record[20..24].copy_from_slice(&table.to_le_bytes());
        let sum = sum(&record[..24], start);
        record[24..].copy_from_slice(&sum);
        record
    }

    /// Parses a record. Returns `None` if its checksum does not match this program, plan and problem, whose hash is
    /// `start`.
    pub fn unsealed(record: &[u8; RECORD], start: Hash) -> Option<FactRecord> {
        if record[24..] != sum(&record[..24], start) {
            return None;
        }
        let key = u128::from_le_bytes(record[..16].try_into().ok()?);
        let n = u16::from_le_bytes(record[16..18].try_into().ok()?);
        let table = u32::from_le_bytes(record[20..24].try_into().ok()?);
        Some(match record[18] {
            BEGUN => FactRecord::Begun(first_of(key)),
            AT_WORK => FactRecord::AtWork,
            ENDED => FactRecord::Ended,
            kind => {
                let proved = *FACTS.get(usize::from(kind))?;
                let nodes = 1u64.checked_shl(u32::from(record[19]).saturating_sub(1))?;
                FactRecord::Fact(Fact { key, n, proved, nodes, table })
            }
        })
    }
}

/// Returns the number of bits of a node count, as a rough measure of the work: 1 more means twice the nodes.
pub fn magnitude(nodes: u64) -> u8 {
    (u64::BITS - nodes.leading_zeros()) as u8
}

fn sum(bytes: &[u8], start: Hash) -> [u8; 8] {
    let mut hash = start;
    hash.add(bytes);
    hash.word().to_le_bytes()
}

/// Packs a first move into 128 bits. In the record [`FactRecord::Begun`], they replace the key of a position.
fn key_of(first: FirstMoveId) -> u128 {
    let flags = u128::from(first.exchanged) << 1 | u128::from(first.set_play);
    flags << 120 | u128::from(first.length) << 96 | (first.twin as u128 & 0xffff_ffff) << 64 | first.index as u128
}

fn first_of(key: u128) -> FirstMoveId {
    FirstMoveId {
        twin: (key >> 64) as u32 as usize,
        exchanged: key >> 121 & 1 == 1,
        set_play: key >> 120 & 1 == 1,
        length: (key >> 96) as u16,
        index: key as u64 as usize,
    }
}

/// The number of bytes at the beginning and at the end of the executable file that are hashed.
const LOOKED_AT: u64 = 1 << 16;

/// Adds parts of the executable file to the hash, so that different builds of one version get different hashes. The
/// keys of positions may differ between builds. (Many linkers write a build id at the beginning of the file.)
///
/// # Errors
///
/// Returns an error if the executable file cannot be read.
pub fn add_program(hash: &mut Hash) -> io::Result<()> {
    let mut file = File::open(env::current_exe()?)?;
    let length = file.metadata()?.len();
    hash.add(&length.to_le_bytes());
    for at in [0, length.saturating_sub(LOOKED_AT)] {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(at))?;
        Read::by_ref(&mut file).take(LOOKED_AT).read_to_end(&mut bytes)?;
        hash.add(&bytes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_of(text: &str) -> Hash {
        let mut hash = Hash::default();
        hash.add(text.as_bytes());
        hash
    }

    #[test]
    fn a_record_comes_back_and_no_other_bytes_are_one() {
        let plan = hash_of("a plan");
        let first = FirstMoveId { twin: 2, exchanged: true, set_play: false, length: 300, index: 217 };
        let fact = |proved| FactRecord::Fact(Fact { table: 3, key: 7 << 100 | 5, n: 11, proved, nodes: 1 << 20 });
        let others = [FactRecord::Begun(first), FactRecord::AtWork, FactRecord::Ended];
        for record in FACTS.map(fact).into_iter().chain(others) {
            let bytes = record.sealed(plan);
            assert_eq!(FactRecord::unsealed(&bytes, plan), Some(record));
            assert_eq!(FactRecord::unsealed(&bytes, hash_of("another plan")), None);
            for bit in 0..RECORD * 8 {
                let mut other = bytes;
                other[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(FactRecord::unsealed(&other, plan), None, "bit {bit}");
            }
        }
        assert_eq!(FactRecord::unsealed(&[0; RECORD], plan), None, "a hole that a file server has not filled yet");
    }

    #[test]
    fn numbers_of_kinds_are_those_of_what_is_proved() {
        for (number, proved) in FACTS.into_iter().enumerate() {
            assert_eq!(proved as usize, number);
        }
    }

    #[test]
    fn the_program_can_be_told_from_others() {
        let (mut one, mut same) = (Hash::default(), Hash::default());
        add_program(&mut one).expect("this program");
        add_program(&mut same).expect("this program");
        assert_eq!(one, same);
        assert_ne!(one, Hash::default());
    }
}
