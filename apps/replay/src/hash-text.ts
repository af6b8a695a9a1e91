/** A state hash, unsigned, as eight hexadecimal digits. */
export const makeHash = (hash: number): string => hash.toString(16).padStart(8, '0');
