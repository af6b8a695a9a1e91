/** Eight hexadecimal digits of a 32-bit number, signed or not. */
export const makeHex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
