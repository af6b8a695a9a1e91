import type { SeenEntry } from '@popfray/protocol/receipt';
import { readText, writeText } from '../../data/storage/storage.ts';

/** Storage key of the entries that this browser has seen: lines of a day, a number and a head. The newest is the last. */
const SEEN_KEY = 'popfray.commitments.v1';

/** Most entries that are remembered, of all days together. */
const MOST = 200;

const LINE = /^(\d{4}-\d\d-\d\d) (\d{1,9}) ([0-9a-f]{64})$/;

const readLines = (): string[] => (readText(SEEN_KEY) ?? '').split('\n').filter((line) => LINE.test(line));

/** The entries of a day that this browser has seen at earlier visits. */
export const seenEntries = (day: string): SeenEntry[] =>
  readLines().flatMap((line) => {
    const [, itsDay, number, head = ''] = LINE.exec(line) ?? [];
    return itsDay === day ? [{ number: Number(number), head }] : [];
  });

/** Remembers an entry of a day. Its head depends on all entries before it, so a later change of any of them is noticed. */
export function rememberEntry(day: string, { number, head }: SeenEntry): void {
  const line = `${day} ${number} ${head}`;
  const lines = readLines();
  if (lines.includes(line)) return;
  writeText(SEEN_KEY, [...lines, line].slice(-MOST).join('\n'));
}
