/**
 * Id of the dev chain: `0x` and the last 8 hex digits of its block 0's id, as TRON's networks have it. Always the same, and none
 * of theirs. A server in production refuses it.
 */
export const DEV_CHAIN_ID = '0xe5bec337';

/** Where `pnpm devchain` listens unless told otherwise. */
export const DEV_CHAIN_PORT = 8788;
