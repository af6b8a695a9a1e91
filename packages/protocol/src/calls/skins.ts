import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { id } from '../field.ts';
import { payment } from '../payment.ts';
import { PROTECTION_FAILURES } from '../protection-terms.ts';
import { ownSkins, skinId } from '../skin.ts';
import { TOPICS } from './topics.ts';

/** Calls about skins: which the player has, and buying one. The catalogue is `SKINS` of this package. */
export const SKIN_CALLS = {
  getMySkins: call({
    method: 'GET',
    path: '/api/skins/me',
    topic: TOPICS.skins,
    needsSignIn: true,
    summary: 'The skins that the player has bought or earned.',
    answer: ownSkins,
    failures: ['ERR_SIGNED_OUT'],
  }),
  buySkin: call({
    method: 'POST',
    path: '/api/skins',
    topic: TOPICS.skins,
    needsSignIn: true,
    summary: 'Buys a skin from the balance. The same payment id again is the same purchase.',
    body: z.strictObject({ skinId, paymentId: id }),
    answer: payment,
    limit: 'payment',
    failures: [
      ...PROTECTION_FAILURES,
      'ERR_SIGNED_OUT',
      'ERR_PAUSED',
      'ERR_HOUSE',
      'ERR_SKIN_UNKNOWN',
      'ERR_SKIN_OWNED',
      'ERR_BALANCE_SHORT',
      'ERR_BALANCE_CHECKED',
      'ERR_PAYMENT_ID',
      'ERR_RATE',
    ],
  }),
} as const satisfies Readonly<Record<string, Call>>;
