import { z } from 'zod';
import { FAILURES, type FailureCode } from './failure.ts';

const CODES = Object.keys(FAILURES) as [FailureCode, ...FailureCode[]];

/** The body of every failed answer. */
export const failureBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(CODES),
    message: z.string(),
    /** Where the request is not what the call takes, e.g. `body.amountSun`. Only with `ERR_BODY`. */
    at: z.string().optional(),
    /** When the refusal ends, epoch ms. Only with the codes that protect a player, where a time is known. */
    until: z.number().optional(),
  }),
});
export type FailureBody = z.infer<typeof failureBody>;
