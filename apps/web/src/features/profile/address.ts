/** Shortens an address to its first 6 and last 6 characters. SPEC section 9, display limits. */
export const shortenLong = (address: string): string => `${address.slice(0, 6)}…${address.slice(-6)}`;
