import { z } from 'zod';
import { address, sun } from './field.ts';
import { PRIZE_RECIPIENTS } from './revenue.ts';

/** What the page has to know of the house and its network before anything else. */
export const platform = z.object({
  network: z.object({
    /** `dev`, `nile`, `shasta` or `mainnet`. */
    id: z.enum(['dev', 'nile', 'shasta', 'mainnet']),
    /** For a person, e.g. `Dev chain: play money`. */
    name: z.string(),
    chainId: z.string(),
    /** Whether its coins are worth nothing. */
    isPlayMoney: z.boolean(),
    /** Where the dev wallet finds the dev chain; null on every other network. */
    devNodeUrl: z.string().nullable(),
  }),
  houseAddress: address,
  /** From this amount on the house pays the network's fee of a withdrawal. */
  freeWithdrawalSun: sun,
  /** Origin of the cross-chain server; null where this server is it. */
  crossChainUrl: z.string().nullable(),
  /** Who receives what the other chain wins, in sessions that are created from now on. Each session states its own terms. */
  otherChainPrizeTo: z.enum(PRIZE_RECIPIENTS),
});
export type Platform = z.infer<typeof platform>;
