import { describe, expect, it } from 'vitest';
import { checkEntry, checkList, type CommitmentList } from './check-commitments.ts';
import { makeFirstHead, makeHead, NO_ROOT, type CommitmentEntry } from './commitments.ts';
import { cancelReceipt, playReceipt } from './receipt.fixture.ts';
import type { Receipt } from './receipt.ts';

const DAY = '2026-01-15';

type Bare = Omit<CommitmentEntry, 'number' | 'head'>;

/** The list of a day as a server makes it. */
function makeList(bare: readonly Bare[], previousRoot = NO_ROOT): CommitmentList {
  let head = makeFirstHead(DAY, previousRoot);
  const entries = bare.map((one, at) => {
    const numbered = { ...one, number: at + 1 };
    head = makeHead(head, numbered);
    return { ...numbered, head };
  });
  return { day: DAY, previousRoot, count: entries.length, root: entries.at(-1)?.head ?? null, entries };
}

const played = playReceipt('tts');
const other = playReceipt('ts');
const cancelled = cancelReceipt(playReceipt('ttt'));

const bare: readonly Bare[] = [
  entryOf(played, 'played'),
  { ...entryOf(cancelled, 'cancelled'), commitment: 'cd'.repeat(32) },
  { ...entryOf(other, 'played'), commitment: 'ef'.repeat(32) },
  { ...entryOf(other, 'open'), sessionId: 'session-open', commitment: 'ab'.repeat(32) },
];
const good = makeList(bare);
const [one, two, three, four] = good.entries as [CommitmentEntry, CommitmentEntry, CommitmentEntry, CommitmentEntry];

function entryOf({ sessionId, commitment, createdAt }: Receipt, outcome: Bare['outcome']): Bare {
  return { sessionId, commitment: commitment ?? '', publishedAt: createdAt, outcome };
}

/** The receipt as the server answers it while its list has an entry of it. */
const listed = (receipt: Receipt, { number, head }: CommitmentEntry, day = DAY): Receipt => ({
  ...receipt,
  listing: { day, number, head },
});

const found = (list: CommitmentList, ...seen: Parameters<typeof checkList>[1] & object[]): unknown[] =>
  checkList(list, seen).map(({ kind, number }) => [kind, number]);

describe('a list of commitments', () => {
  it('that a server made is sound, with and without entries, and for a reader who has seen its beginning', () => {
    expect(checkList(good)).toEqual([]);
    expect(checkList(makeList([]))).toEqual([]);
    expect(checkList(makeList(bare, 'ab'.repeat(32)), [])).toEqual([]);
    expect(checkList(good, [two, four])).toEqual([]);
  });

  // The bytes are public: a change of them needs a new version in the first line.
  it('has heads that stay the same', () => {
    const first = makeFirstHead(DAY, NO_ROOT);
    expect(first).toBe('f4e0ebd08f1baee657828969095dff1ed343cc61eddb55e7408de3cb992d6047');
    expect(
      makeHead(first, {
        number: 1,
        sessionId: 'session-1',
        commitment: 'ab'.repeat(32),
        publishedAt: 1_768_478_400_000,
      }),
    ).toBe('655993ec85ef077a86b957ddcae14a5c3574fec23ea4219d5ab6bcb907d94244');
  });

  it.each<[string, CommitmentList, unknown[]]>([
    ['an entry left out', { ...good, entries: [one, three, four] }, [['missing', 2]]],
    ['the first entry left out', { ...good, entries: [two, three, four] }, [['missing', 1]]],
    [
      'the last entry left out',
      { ...good, entries: [one, two, three] },
      [
        ['missing', 4],
        ['changed', 4],
      ],
    ],
    ['two entries that changed places', { ...good, entries: [one, three, two, four] }, [['order', 2]]],
    ['an entry twice', { ...good, entries: [one, two, two, three, four] }, [['order', 2]]],
    ['another commitment', withSecond({ commitment: '00'.repeat(32) }), [['changed', 2]]],
    ['another session', withSecond({ sessionId: 'session-none' }), [['changed', 2]]],
    ['another time', withSecond({ publishedAt: two.publishedAt + 1 }), [['changed', 2]]],
    [
      'another head',
      withSecond({ head: '00'.repeat(32) }),
      [
        ['changed', 2],
        ['changed', 3],
      ],
    ],
    [
      'two entries that changed numbers too',
      { ...good, entries: [one, { ...three, number: 2 }, { ...two, number: 3 }, four] },
      [
        ['changed', 2],
        ['changed', 3],
        ['changed', 4],
      ],
    ],
    ['another root', { ...good, root: '00'.repeat(32) }, [['changed', 4]]],
    ['another day before', { ...good, previousRoot: '01'.repeat(32) }, [['changed', 1]]],
    ['another day', { ...good, day: '2026-01-16' }, [['changed', 1]]],
    ['an entry more than it states', { ...good, count: 3, root: three.head }, [['changed', 4]]],
  ])('with %s is not', (_, list, problems) => {
    expect(found(list)).toEqual(problems);
  });

  it('that was made again without an entry is found out by a reader who has seen it', () => {
    const again = makeList(bare.filter((_, at) => at !== 1));
    expect(checkList(again)).toEqual([]);
    expect(found(again, three)).toEqual([['changed', 3]]);
    expect(found(again, four)).toEqual([['missing', 4]]);
    expect(found(makeList(bare.toReversed()), one)).toEqual([['changed', 1]]);
  });
});

function withSecond(change: Partial<CommitmentEntry>): CommitmentList {
  return { ...good, entries: good.entries.map((entry) => (entry === two ? { ...entry, ...change } : entry)) };
}

describe('the receipt of an entry', () => {
  it('holds when it has the commitment and the place of the entry, and nothing is wrong in it', () => {
    expect(checkEntry(good, one, listed(played, one))).toBeNull();
    expect(checkEntry(good, two, cancelled)).toBeNull();
    expect(checkEntry(good, four, null)).toBeNull();
  });

  it('may be of a later battle of the same session, whose commitment is listed too', () => {
    const again = makeList([
      { ...entryOf(played, 'cancelled'), commitment: 'cd'.repeat(32) },
      entryOf(played, 'played'),
    ]);
    const [first, second] = again.entries as [CommitmentEntry, CommitmentEntry];
    expect(checkEntry(again, first, listed(played, second))).toBeNull();
    expect(checkEntry({ ...again, entries: [first] }, first, listed(played, second))).toMatchObject({
      kind: 'missing',
    });
    expect(checkEntry({ ...again, entries: [first] }, first, listed(played, second, '2026-01-16'))).toBeNull();
    expect(checkEntry({ ...again, entries: [first] }, first, played)).toMatchObject({ kind: 'missing' });
  });

  it.each<[string, CommitmentEntry, Receipt | null, string]>([
    ['is not there', one, null, 'missing'],
    ['of a cancelled battle is not there', two, null, 'missing'],
    ['has another commitment', { ...one, commitment: 'cd'.repeat(32) }, listed(played, one), 'changed'],
    ['is of another session', one, listed(other, one), 'changed'],
    ['says that it was not played', one, cancelReceipt(played), 'changed'],
    ['says that it was played', { ...one, outcome: 'cancelled' }, listed(played, one), 'changed'],
    ['of a cancelled battle is of another session', { ...two, sessionId: 'session-none' }, cancelled, 'changed'],
    ['names another number', one, listed(played, { ...one, number: 2 }), 'order'],
    ['names another day', one, listed(played, one, '2026-01-14'), 'order'],
    ['names another head', one, listed(played, { ...one, head: 'ab'.repeat(32) }), 'changed'],
    ['names no place', one, played, 'changed'],
    ['does not hold', one, { ...listed(played, one), houseSun: played.houseSun + 1 }, 'receipt'],
  ])('that %s is a problem', (_, entry, receipt, kind) => {
    expect(checkEntry(good, entry, receipt)).toMatchObject({ kind, number: entry.number });
  });
});
