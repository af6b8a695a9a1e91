import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { address, empty, storableText } from '../field.ts';
import { challenge, signedIn } from '../player.ts';
import { TOPICS } from './topics.ts';

/** Calls that sign a player in and out by a wallet's signature. */
export const SIGN_IN_CALLS = {
  createChallenge: call({
    method: 'POST',
    path: '/api/sign-in/challenge',
    topic: TOPICS.signIn,
    needsSignIn: false,
    summary: 'A text for the wallet to sign. It can be answered once, within five minutes.',
    body: z.strictObject({ address }),
    answer: challenge,
    limit: 'signIn',
    failures: ['ERR_ADDRESS', 'ERR_HOUSE_SIGN_IN', 'ERR_RATE'],
  }),
  signIn: call({
    method: 'POST',
    path: '/api/sign-in',
    topic: TOPICS.signIn,
    needsSignIn: false,
    summary: 'Signs in with a signed challenge. Sets a cookie; the first time, makes a profile.',
    body: z.strictObject({ address, nonce: storableText.max(100), signature: storableText.max(200) }),
    answer: signedIn,
    limit: 'signIn',
    failures: ['ERR_CHALLENGE', 'ERR_SIGNATURE', 'ERR_HOUSE_SIGN_IN', 'ERR_RATE'],
  }),
  signOut: call({
    method: 'POST',
    path: '/api/sign-out',
    topic: TOPICS.signIn,
    needsSignIn: false,
    summary: 'Ends the sign-in. Does nothing when there is none.',
    body: empty,
    answer: empty,
    failures: [],
  }),
} as const satisfies Readonly<Record<string, Call>>;
