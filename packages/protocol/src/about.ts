import { z } from 'zod';
import { sun } from './field.ts';

/** A day in UTC, as ISO 8601 writes it. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** What the information pages tell of this server. */
export const about = z.object({
  /** The product's version. */
  version: z.string(),
  /** Where support is written to. */
  supportEmail: z.string(),
  /** Most that a wallet earns by Solo TRX in a day (UTC). */
  dailyCapSun: sun,
  /** A public node of the network, which a page may ask whether the network can be reached; without a slash at its end. */
  publicNodeUrl: z.string(),
  /** The days between which a known fault of the wallet extension is announced; null for none. SPEC section 2. */
  walletIssue: z.object({ since: day, until: day }).nullable(),
});
export type About = z.infer<typeof about>;
