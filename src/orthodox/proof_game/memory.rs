//! Tables of results about armies, shared by all threads. The results are facts, so to lose one only costs time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A table of answers (numbers from 1 to 255) by key. Each entry is one word: its lowest 8 bits are the answer, and the
/// other 56 bits are bits of the key that verify the entry.
#[derive(Debug)]
pub struct Answers(Box<[AtomicU64]>);

const ANSWERS: usize = 1 << 20;

impl Default for Answers {
    fn default() -> Answers {
        Answers(bytemuck::allocation::zeroed_slice_box(ANSWERS))
    }
}

impl Answers {
    pub fn get(&self, key: u128) -> Option<u8> {
        let word = self.0[key as usize & (ANSWERS - 1)].load(Relaxed);
        (word != 0 && (word ^ (key >> 64) as u64) & !0xff == 0).then_some(word as u8)
    }

    pub fn put(&self, key: u128, answer: u8) {
        let word = (key >> 64) as u64 & !0xff | u64::from(answer);
        self.0[key as usize & (ANSWERS - 1)].store(word, Relaxed);
    }
}

/// A table of triples of sets of squares, by key. Each entry has four words: a check word and the three sets. The check
/// word is one half of the key xor the sets, so an entry that two threads have written at the same time does not
/// verify.
#[derive(Debug)]
pub struct Sets(Box<[AtomicU64]>);

const SETS: usize = 1 << 16;

impl Default for Sets {
    fn default() -> Sets {
        Sets(bytemuck::allocation::zeroed_slice_box(SETS * 4))
    }
}

impl Sets {
    pub fn get(&self, key: u128) -> Option<[u64; 3]> {
        let entry = self.entry(key);
        let [check, a, b, c] = [0, 1, 2, 3].map(|i| entry[i].load(Relaxed));
        (check ^ a ^ b ^ c == (key >> 64) as u64).then_some([a, b, c])
    }

    pub fn put(&self, key: u128, [a, b, c]: [u64; 3]) {
        let entry = self.entry(key);
        entry[0].store((key >> 64) as u64 ^ a ^ b ^ c, Relaxed);
        entry[1].store(a, Relaxed);
        entry[2].store(b, Relaxed);
        entry[3].store(c, Relaxed);
    }

    fn entry(&self, key: u128) -> &[AtomicU64] {
        let index = (key as usize & (SETS - 1)) * 4;
        &self.0[index..index + 4]
    }
}
