import {
  makeFirstHead,
  makeHead,
  NO_ROOT,
  type CommitmentEntry,
  type CommitmentPage,
  type Receipt,
} from '@popfray/protocol/receipt';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Route } from 'wouter';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json } from '../../testing/money.ts';
import { makeUnplayedReceipt, playReceipt } from '../../testing/receipts.ts';
import { show } from '../../testing/show.tsx';
import { FairnessPage } from './FairnessPage.tsx';

const DAY = '2026-01-15';
const NOON_MS = Date.UTC(2026, 0, 15, 12);

type Bare = Pick<CommitmentEntry, 'sessionId' | 'commitment' | 'outcome'>;

/** The list of a day as the server makes it. */
function makeDay(bare: readonly Bare[], changed: Partial<CommitmentPage> = {}): CommitmentPage {
  const { day = DAY, previousRoot = NO_ROOT } = changed;
  let head = makeFirstHead(day, previousRoot);
  const entries = bare.map((one, at) => {
    const entry = { ...one, number: at + 1, publishedAt: NOON_MS + at * 1_000 };
    head = makeHead(head, entry);
    return { ...entry, head };
  });
  const root = entries.at(-1)?.head ?? null;
  const rest = { isFinal: true, previousDay: null, nextDay: null };
  return { day, previousRoot, count: entries.length, root, entries, ...rest, ...changed };
}

const played = playReceipt();
const cancelled = makeUnplayedReceipt({ sessionId: 'session-0002' });
const BARE: readonly Bare[] = [
  { sessionId: played.sessionId, commitment: played.commitment ?? '', outcome: 'played' },
  { sessionId: cancelled.sessionId, commitment: 'cd'.repeat(32), outcome: 'cancelled' },
  { sessionId: 'session-0003', commitment: 'ef'.repeat(32), outcome: 'open' },
];
const good = makeDay(BARE);

type Receipts = ReadonlyMap<string, Receipt>;

/** The receipts as the server answers them while it has the list. */
function receiptsOf({ day, entries }: CommitmentPage): Receipts {
  const entry = entries.find(({ commitment }) => commitment === played.commitment);
  const listing = entry && { day, number: entry.number, head: entry.head };
  return new Map([
    [played.sessionId, { ...played, listing }],
    [cancelled.sessionId, cancelled],
  ]);
}

/** Answers with lists, each in pages as they are asked for, and with receipts, or in another way where a receipt is asked for. */
function serve(
  days: readonly CommitmentPage[],
  receipts: Receipts | (() => Promise<Response>) = receiptsOf(days[0] ?? good),
): void {
  vi.mocked(window.fetch).mockImplementation((input) => {
    const url = new URL(typeof input === 'string' ? input : '', location.origin);
    if (url.pathname === '/api/commitments') {
      const wanted = days.find(({ day }) => day === (url.searchParams.get('day') ?? days[0]?.day));
      if (wanted === undefined) return Promise.reject(new TypeError('Failed to fetch'));
      const [after, limit] = [Number(url.searchParams.get('after') ?? 0), Number(url.searchParams.get('limit') ?? 500)];
      const entries = wanted.entries.filter(({ number }) => number > after).slice(0, limit);
      return Promise.resolve(json({ ...wanted, entries }));
    }
    if (typeof receipts === 'function') return receipts();
    const receipt = receipts.get(url.pathname.slice('/api/receipts/'.length));
    return Promise.resolve(receipt === undefined ? failure('ERR_SESSION_UNKNOWN') : json(receipt));
  });
}

const open = async (path = '/fairness'): Promise<unknown> =>
  show(
    <Route path="/fairness/:day?">
      <FairnessPage />
    </Route>,
    path,
  );

const verify = (): Promise<void> => page.getByRole('button', { name: 'Verify now' }).click();

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.spyOn(window, 'fetch');
});
afterEach(async () => {
  await cleanup();
  await page.viewport(1366, 768);
  vi.restoreAllMocks();
  connectivity.setState({ status: 'online' });
});

describe('the list of commitments', () => {
  test('shows every battle of the day with its commitment, cancelled ones too, and can be verified', async () => {
    serve([good]);
    await open();
    await expect.element(page.getByRole('heading', { name: 'January 15, 2026 (UTC)' })).toBeVisible();
    await expect.element(page.getByText('3 battles. This day is over: its list no longer changes.')).toBeVisible();
    for (const { commitment } of BARE) await expect.element(page.getByText(commitment)).toBeVisible();
    await expect.element(page.getByText('12:00:01')).toBeVisible();
    await expect.element(page.getByText('Not over yet')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Receipt of battle 2: Cancelled' }))
      .toHaveAttribute('href', '/receipt/session-0002');
    await expect.element(page.getByText(good.root ?? '', { exact: true })).toBeVisible();
    await verify();
    await expect.element(page.getByText('Everything holds: 3 entries and 2 receipts.')).toBeVisible();
    expect(document.title).toBe('Fairness · Popfray');
    await expectAccessible();
  });

  const moved = makeDay(BARE.toReversed());
  test.each<[string, CommitmentPage, Receipts, string]>([
    [
      'an entry is missing',
      { ...good, entries: good.entries.filter(({ number }) => number !== 2) },
      receiptsOf(good),
      'Battle 2: the entry or its receipt is missing.',
    ],
    [
      'a receipt is missing',
      good,
      new Map([...receiptsOf(good)].slice(0, 1)),
      'Battle 2: the entry or its receipt is missing.',
    ],
    [
      'an entry was changed',
      {
        ...good,
        entries: good.entries.map((one) => (one.number === 2 ? { ...one, commitment: 'ab'.repeat(32) } : one)),
      },
      receiptsOf(good),
      'Battle 2: the entry was changed.',
    ],
    [
      'entries were put in another order, and every hash was made again',
      moved,
      receiptsOf(good),
      'Battle 3: the entry is not in its place.',
    ],
    [
      'a receipt was changed',
      good,
      new Map([...receiptsOf(good)].map(([id, one]) => [id, { ...one, houseSun: one.houseSun + 1 }])),
      'Battle 1: the receipt does not hold.',
    ],
  ])('is not good when %s, and says where', async (_, list, receipts, problem) => {
    serve([list], receipts);
    await open();
    await verify();
    await expect.element(page.getByText(/problems? found\. Please report this\.$/)).toBeVisible();
    await expect.element(page.getByText(problem).first()).toBeVisible();
    await expectAccessible();
  });

  test('is compared with what this browser saw before, so that a list made again without an entry is noticed', async () => {
    serve([good]);
    await open();
    await expect.element(page.getByText('12:00:01')).toBeVisible();
    await cleanup();
    queryClient.clear();
    const again = makeDay(BARE.filter((_, at) => at !== 1));
    serve([again]);
    await open();
    await verify();
    await expect.element(page.getByText('Battle 3: the entry or its receipt is missing.')).toBeVisible();
  });

  test('is linked to the day before, whose root it contains', async () => {
    const before = makeDay(BARE.slice(2), { day: '2026-01-14', nextDay: DAY });
    const after = makeDay([], { day: '2026-01-16', previousDay: DAY, previousRoot: good.root ?? '', isFinal: false });
    const linked = makeDay(BARE, { previousDay: before.day, previousRoot: before.root ?? '', nextDay: after.day });
    serve([linked, before, after]);
    await open(`/fairness/${DAY}`);
    await verify();
    await expect.element(page.getByText('Everything holds: 3 entries and 2 receipts.')).toBeVisible();
    serve([linked, { ...before, root: 'ab'.repeat(32) }, after]);
    await verify();
    await expect.element(page.getByText(/^2026-01-14 does not have the root/)).toBeVisible();

    await page.getByRole('link', { name: 'Earlier' }).click();
    await expect.element(page.getByRole('heading', { name: 'January 14, 2026 (UTC)' })).toBeVisible();
    await page.getByRole('link', { name: 'Later' }).click();
    await page.getByRole('link', { name: 'Later' }).click();
    await expect.element(page.getByText('No battle was started on this day.')).toBeVisible();
    await expect.element(page.getByText('This day is not over: new battles are added at the end.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Later' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('of many battles is shown in pages, and verified whole, with its progress', async () => {
    const many = makeDay(
      Array.from({ length: 120 }, (_, at) => ({
        sessionId: `session-${at + 100}`,
        commitment: (at + 100).toString(16).padStart(64, '0'),
        outcome: 'cancelled' as const,
      })),
    );
    serve([many], new Map(many.entries.map(({ sessionId }) => [sessionId, makeUnplayedReceipt({ sessionId })])));
    await open();
    const rows = (): number => document.querySelectorAll('tbody tr').length;
    await expect.poll(rows).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(rows).toBe(100);
    const shown: string[] = [];
    const watch = new MutationObserver(() =>
      shown.push(document.querySelector('progress')?.getAttribute('aria-label') ?? ''),
    );
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
    await verify();
    await expect.element(page.getByText('Everything holds: 120 entries and 120 receipts.')).toBeVisible();
    watch.disconnect();
    expect(shown).toEqual(expect.arrayContaining([expect.stringMatching(/^\d+ of 120 receipts verified$/)]));
  });

  test('can be stopped while it is verified', async () => {
    serve([good]);
    await open();
    await expect.element(page.getByText('12:00:01')).toBeVisible();
    serve([good], async () => new Promise(() => undefined));
    await verify();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.element(page.getByText('Stopped before the end.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Verify now' })).toBeEnabled();
  });

  test('is not called verified when a receipt cannot be loaded', async () => {
    serve([good]);
    await open();
    await expect.element(page.getByText('12:00:01')).toBeVisible();
    serve([good], async () => Promise.resolve(new Response('', { status: 500 })));
    await verify();
    await expect.element(page.getByText(/^Not everything could be loaded/)).toBeVisible();
  });

  test('shows an error when it cannot be loaded, and retries', async () => {
    vi.mocked(window.fetch).mockImplementation(() => Promise.resolve(new Response('<html>', { status: 500 })));
    await open();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expectAccessible();
    serve([good]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('12:00:01')).toBeVisible();
  });

  test.each([390, 320])('fits %i px', async (width) => {
    await page.viewport(width, 700);
    serve([good]);
    await open();
    await verify();
    await expect.element(page.getByText('Everything holds: 3 entries and 2 receipts.')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectAccessible();
  });
});
