import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { hash } from '../battle/messages.ts';
import { id, timeMs } from '../field.ts';

/** A day (UTC), as `2026-01-15`. */
export const commitmentDay = z.iso.date();

/** Most entries of one answer. */
export const COMMITMENT_PAGE = 500;

/** What became of a commitment: its battle is not over; it was settled; it was not played to its end, so every fee is refunded. */
export const COMMITMENT_OUTCOMES = ['open', 'played', 'cancelled'] as const;

/** A commitment in the list of its day: docs/receipts.md. */
export const commitmentEntry = z.object({
  /** Its position in the day, from 1. */
  number: z.int().min(1),
  sessionId: id,
  commitment: hash,
  /** When the server stored it, before it showed it to any player. */
  publishedAt: timeMs,
  /** SHA-256 over the head before it and this entry, so that it depends on every earlier entry of the day. */
  head: hash,
  outcome: z.enum(COMMITMENT_OUTCOMES),
});
export type CommitmentEntry = z.infer<typeof commitmentEntry>;

/** A page of the commitments of a day, in their order. */
export const commitmentPage = z.object({
  day: commitmentDay,
  /** Root of the last day before that has an entry; zeros when there is none. */
  previousRoot: hash,
  /** Whether the list of this day has reached its end. */
  isFinal: z.boolean(),
  /** Number of the day's entries. */
  count: z.int().min(0),
  /** Head of the last entry; null without one. */
  root: hash.nullable(),
  /** The transaction that carries the root as its memo; null or absent when the operator writes none, or it was not sent yet. */
  memo: z.object({ txid: z.string(), explorerUrl: z.string().nullable() }).nullish(),
  entries: z.array(commitmentEntry).max(COMMITMENT_PAGE),
  /** The days before and after that have entries; null for none. */
  previousDay: commitmentDay.nullable(),
  nextDay: commitmentDay.nullable(),
});
export type CommitmentPage = z.infer<typeof commitmentPage>;

/** Where the list has the commitment of a battle. */
export const listing = z.object({ day: commitmentDay, number: z.int().min(1), head: hash });
export type Listing = z.infer<typeof listing>;

/** The previous root of the first day. */
export const NO_ROOT = '0'.repeat(64);

/** The day of a time (UTC). */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What the list of a day begins with: it takes the place of the head before the first entry. */
export const makeFirstHead = (day: string, previousRoot: string): string =>
  digest(`popfray commitments 1\n${day}\n${previousRoot}\n`);

/** The head of an entry. `before`: the head of the entry before it, or the first head. */
export const makeHead = (
  before: string,
  { number, sessionId, commitment, publishedAt }: Omit<CommitmentEntry, 'head' | 'outcome'>,
): string => digest(`${before} ${number} ${sessionId} ${commitment} ${publishedAt}\n`);

const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
