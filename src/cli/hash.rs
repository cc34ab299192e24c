//! A hash function whose results are the same on every machine and in every version of the program: FNV-1a with 128
//! bits.

const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;

/// The hash of all bytes that have been added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hash(u128);

impl Default for Hash {
    fn default() -> Hash {
        Hash(START)
    }
}

impl Hash {
    /// Adds bytes to the hash. It makes no difference whether bytes are added in one call or in several.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    }

    /// Returns the hash folded to 64 bits: its two halves combined by exclusive or.
    pub fn word(self) -> u64 {
        (self.0 >> 64) as u64 ^ self.0 as u64
    }

    /// Returns the hash as 32 hexadecimal digits.
    pub fn digits(self) -> String {
        format!("{:032x}", self.0)
    }
}

pub fn hash64(text: &str) -> u64 {
    let mut hash = Hash::default();
    hash.add(text.as_bytes());
    hash.word()
}

pub fn hash(text: &str) -> u128 {
    let mut hash = Hash::default();
    hash.add(text.as_bytes());
    hash.0
}
