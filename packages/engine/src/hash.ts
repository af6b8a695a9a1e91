/** 2^32 / golden ratio, made prime: the multiplier of xxHash32 (PRIME32_1 is its kin) and of Fibonacci hashing. */
const MULTIPLIER = 0x9e3779b1;

/** Folds one 32-bit word into a running 32-bit hash. For a given word it is a bijection of the hash, so no change is lost. */
export function fold(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, MULTIPLIER);
  return mixed ^ (mixed >>> 15);
}

/** The 32-bit finaliser of MurmurHash3 (Appleby, public domain): every input bit reaches every output bit. */
export function finalise(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
