/** Shortens an address to its first 6 and last 4 characters. SPEC section 9, display limits. */
export const shortenAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
