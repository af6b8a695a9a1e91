import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { empty, storableText } from '../field.ts';
import { ownData } from '../own-data.ts';
import { deletion, MAX_SERIES_DAYS, series } from '../own-records.ts';
import { challenge, GAME_MODES, player, PRIZES_TO } from '../player.ts';
import { TOPICS } from './topics.ts';

/** Calls about the signed-in player's own profile: name, statistics, download and deletion. */
export const PLAYER_CALLS = {
  getMe: call({
    method: 'GET',
    path: '/api/me',
    topic: TOPICS.signIn,
    needsSignIn: true,
    summary: "The signed-in player's profile and balance.",
    answer: player,
    failures: ['ERR_SIGNED_OUT'],
  }),
  renameMe: call({
    method: 'PATCH',
    path: '/api/me',
    topic: TOPICS.signIn,
    needsSignIn: true,
    summary: "Changes the player's name.",
    body: z.strictObject({ username: z.string().max(200) }),
    answer: player,
    limit: 'rename',
    failures: ['ERR_SIGNED_OUT', 'ERR_USERNAME', 'ERR_RATE'],
  }),
  chooseGameMode: call({
    method: 'PUT',
    path: '/api/me/game-mode',
    topic: TOPICS.signIn,
    needsSignIn: true,
    summary: 'Sets the game mode that the player prefers; null for the one played most.',
    body: z.strictObject({ mode: z.enum(GAME_MODES).nullable() }),
    answer: player,
    limit: 'rename',
    failures: ['ERR_SIGNED_OUT', 'ERR_RATE'],
  }),
  choosePrizes: call({
    method: 'PUT',
    path: '/api/me/prizes',
    topic: TOPICS.signIn,
    needsSignIn: true,
    summary: "Sets where the player's prizes of battles go: to the wallet, or to the balance.",
    body: z.strictObject({ to: z.enum(PRIZES_TO) }),
    answer: player,
    limit: 'rename',
    failures: ['ERR_SIGNED_OUT', 'ERR_RATE'],
  }),
  getMySeries: call({
    method: 'GET',
    path: '/api/me/series',
    topic: TOPICS.signIn,
    needsSignIn: true,
    summary: 'What the player did on each of the last days (UTC), today last.',
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(MAX_SERIES_DAYS).default(30) }),
    answer: series,
    limit: 'series',
    failures: ['ERR_SIGNED_OUT', 'ERR_RATE'],
  }),
  exportMe: call({
    method: 'GET',
    path: '/api/me/export',
    topic: TOPICS.signIn,
    needsSignIn: true,
    summary: 'Everything that is kept about the player, as a file.',
    answer: ownData,
    mediaType: 'application/json',
    limit: 'export',
    failures: ['ERR_SIGNED_OUT', 'ERR_RATE'],
  }),
  getMyDeletion: call({
    method: 'GET',
    path: '/api/me/deletion',
    topic: TOPICS.signIn,
    needsSignIn: true,
    summary: 'What deleting the profile would do, and what is in its way.',
    answer: deletion,
    failures: ['ERR_SIGNED_OUT'],
  }),
  createDeletion: call({
    method: 'POST',
    path: '/api/me/deletion/challenge',
    topic: TOPICS.signIn,
    needsSignIn: true,
    summary:
      'A text for the wallet to sign, by which the profile is deleted. It can be answered once, within five minutes.',
    body: empty,
    answer: challenge,
    limit: 'deletion',
    failures: ['ERR_SIGNED_OUT', 'ERR_DELETION', 'ERR_RATE'],
  }),
  deleteMe: call({
    method: 'POST',
    path: '/api/me/deletion',
    topic: TOPICS.signIn,
    needsSignIn: true,
    summary:
      'Deletes the profile by a signed challenge, and ends every sign-in. Books, rounds and receipts keep the address alone.',
    body: z.strictObject({ nonce: storableText.max(100), signature: storableText.max(200) }),
    answer: empty,
    limit: 'deletion',
    failures: ['ERR_SIGNED_OUT', 'ERR_CHALLENGE', 'ERR_SIGNATURE', 'ERR_DELETION', 'ERR_RATE'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
