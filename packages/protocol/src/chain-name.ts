import { z } from 'zod';
import { address } from './field.ts';

/** The chains whose players meet in battles, and what an address of each looks like. `sol` addresses are ed25519 public keys in base58. */
export const BLOCKCHAINS = ['tron', 'sol'] as const;
export type Blockchain = (typeof BLOCKCHAINS)[number];

export const blockchain = z.enum(BLOCKCHAINS);

/** What may be a Solana address; a signature proves it. */
export const solAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);

/** What may be an address of either chain. */
export const walletAddress = z.union([address, solAddress]);
