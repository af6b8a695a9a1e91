import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { empty, storableText } from '../field.ts';
import { payFrom } from '../payment.ts';
import { seatProof } from '../proof.ts';
import { BOT_SKILL_NAMES, seat, seated, session } from '../session.ts';
import { PROTECTION_FAILURES } from '../protection-terms.ts';
import { TOPICS } from './topics.ts';

/** Calls about the seats of a session: join, leave, ready, remove a player, add a bot. */
export const SEAT_CALLS = {
  getMySeat: call({
    method: 'GET',
    path: '/api/popfray/sessions/{id}/seat',
    topic: TOPICS.battles,
    needsSignIn: true,
    summary: "The player's own seat: its secret token, and what is left to pay.",
    answer: seat,
    failures: ['ERR_SIGNED_OUT', 'ERR_SESSION_UNKNOWN', 'ERR_SEAT_UNKNOWN'],
  }),
  joinSession: call({
    method: 'POST',
    path: '/api/popfray/sessions/{id}/join',
    topic: TOPICS.battles,
    needsSignIn: true,
    summary:
      'Takes a seat, or reserves one until the fee is paid; paid from the balance, it is taken. Who has one is given it again. In a session of another platform, with the wallet’s proof.',
    body: z.strictObject({ pay: payFrom.optional(), proof: seatProof.optional() }),
    answer: seated,
    limit: 'seat',
    failures: [
      ...PROTECTION_FAILURES,
      'ERR_SIGNED_OUT',
      'ERR_PAUSED',
      'ERR_HOUSE',
      'ERR_SESSION_UNKNOWN',
      'ERR_SESSION_CLOSED',
      'ERR_SESSION_FULL',
      'ERR_SESSION_LIMIT',
      'ERR_SESSION_STATE',
      'ERR_SEAT_REMOVED',
      'ERR_BALANCE',
      'ERR_BALANCE_SHORT',
      'ERR_BALANCE_CHECKED',
      'ERR_PAYMENT_ID',
      'ERR_PAYMENT_OPEN',
      'ERR_CHAIN',
      'ERR_PROOF',
      'ERR_HOST_AWAY',
      'ERR_HOST_FEE',
      'ERR_HOST_UNKNOWN',
      'ERR_HOST_TERMS',
      'ERR_RATE',
    ],
  }),
  leaveSession: call({
    method: 'POST',
    path: '/api/popfray/sessions/{id}/leave',
    topic: TOPICS.battles,
    needsSignIn: true,
    summary: 'Gives a seat up before the start; the fee goes to the balance. A creator cancels instead.',
    body: empty,
    answer: session,
    limit: 'seat',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_SESSION_UNKNOWN',
      'ERR_SEAT_UNKNOWN',
      'ERR_SESSION_STATE',
      'ERR_HOST_AWAY',
      'ERR_RATE',
    ],
  }),
  removePlayer: call({
    method: 'POST',
    path: '/api/popfray/sessions/{id}/remove',
    topic: TOPICS.battles,
    needsSignIn: true,
    summary:
      'Takes the seat of a player who has not paid, before the start. The player cannot join this session again. For its creator.',
    body: z.strictObject({ userId: storableText.max(100) }),
    answer: session,
    limit: 'seat',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_SESSION_UNKNOWN',
      'ERR_SESSION_CREATOR',
      'ERR_SESSION_STATE',
      'ERR_SEAT_UNKNOWN',
      'ERR_SEAT_PAID',
      'ERR_RATE',
    ],
  }),
  setReady: call({
    method: 'POST',
    path: '/api/popfray/sessions/{id}/ready',
    topic: TOPICS.battles,
    needsSignIn: true,
    summary:
      'Says whether the player is ready. In a session with an entry fee a player of another chain stays ready for two minutes after each call.',
    body: z.strictObject({ isReady: z.boolean() }),
    answer: session,
    limit: 'seat',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_SESSION_UNKNOWN',
      'ERR_SEAT_UNKNOWN',
      'ERR_SESSION_STATE',
      'ERR_HOST_AWAY',
      'ERR_RATE',
    ],
  }),
  addBot: call({
    method: 'POST',
    path: '/api/popfray/sessions/{id}/bots',
    topic: TOPICS.battles,
    needsSignIn: true,
    summary: 'Gives a seat to a practice bot. For the creator, in free sessions and for play money.',
    body: z.strictObject({ skill: z.enum(BOT_SKILL_NAMES).default('regular') }),
    answer: session,
    limit: 'seat',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_SESSION_UNKNOWN',
      'ERR_SESSION_CREATOR',
      'ERR_SESSION_CLOSED',
      'ERR_SESSION_FULL',
      'ERR_SEATS_KEPT',
      'ERR_BOTS',
      'ERR_RATE',
    ],
  }),
} as const satisfies Readonly<Record<string, Call>>;
