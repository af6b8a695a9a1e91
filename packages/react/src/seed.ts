/** Letters and digits that cannot be taken for one another: Crockford's base 32. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Length of a random seed: 50 bits. */
const LENGTH = 10;

/** A fresh random seed that a person can read out and type: ten characters of Crockford's base 32. */
export function createSeed(): string {
  let seed = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) seed += ALPHABET.charAt(byte % ALPHABET.length);
  return seed;
}
