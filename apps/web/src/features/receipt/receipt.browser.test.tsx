import { newRevenue } from '@popfray/protocol';
import type { Receipt } from '@popfray/protocol/receipt';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Route } from 'wouter';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json } from '../../testing/money.ts';
import { makeUnplayedReceipt, playReceipt, playSoloReceipt, RECEIPT_ID } from '../../testing/receipts.ts';
import { show } from '../../testing/show.tsx';
import { ReceiptPage } from './ReceiptPage.tsx';

/** Opens a receipt's page with the given answers of the server. */
async function open(answer: () => Response): Promise<void> {
  vi.mocked(window.fetch).mockImplementation((input) => {
    if (input === `/api/receipts/${RECEIPT_ID}`) return Promise.resolve().then(answer);
    // A receipt missing here may be on another host, which the session names. There is none in this test.
    if (typeof input === 'string' && input.endsWith(`/sessions/${RECEIPT_ID}`))
      return Promise.resolve(failure('ERR_SESSION_UNKNOWN'));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await show(
    <Route path="/receipt/:id">
      <ReceiptPage />
    </Route>,
    `/receipt/${RECEIPT_ID}`,
  );
}

const openReceipt = (receipt: Receipt): Promise<void> => open(() => json(receipt));

const verify = (): Promise<void> => page.getByRole('button', { name: 'Verify now' }).click();

beforeEach(() => {
  queryClient.clear();
  sessionStorage.clear();
  vi.spyOn(window, 'fetch');
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  connectivity.setState({ status: 'online' });
});

describe('the receipt of a battle', () => {
  test('shows the result and the distribution of every sun, and can be verified', async () => {
    const receipt = playReceipt();
    await openReceipt(receipt);
    const score = new Intl.NumberFormat('en').format(receipt.players[0]?.score ?? 0);
    await expect.element(page.getByText(`TRON_TJRabP won with ${score} points.`)).toBeVisible();
    for (const text of [
      'Entry fee of TRON_TJRabP',
      'Share of TRON_TJRabP',
      '9.6 TRX',
      'Added to the Popfray balance',
      'House',
    ])
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Watch the round of Solveig' }))
      .toHaveAttribute('href', `/replay#r=${receipt.players[1]?.replay ?? ''}`);
    await verify();
    await expect.element(page.getByText('Everything holds.')).toBeVisible();
    await expect.element(page.getByText('2 rounds played again from the clicks')).toBeVisible();
    expect(document.title).toBe('Receipt · Popfray');
    await expectAccessible();
  });

  test.each<[string, (receipt: Receipt) => Receipt, RegExp]>([
    ['a share', (receipt) => ({ ...receipt, houseSun: receipt.houseSun + 1 }), /sun/],
    [
      'a score',
      (receipt) => ({
        ...receipt,
        players: receipt.players.map((one) => ({ ...one, score: one.score + (one.place === 1 ? 1 : 0) })),
      }),
      /^Solveig: score is/,
    ],
    [
      'a reveal',
      (receipt) => ({ ...receipt, reveals: receipt.reveals.map((one, at) => (at === 7 ? '0'.repeat(64) : one)) }),
      /^the reveal of second 7 does not hash/,
    ],
  ])('does not hold when %s was changed, and says what is wrong', async (_, change, problem) => {
    await openReceipt(change(playReceipt()));
    await verify();
    await expect.element(page.getByText('Something does not hold. Please report it.')).toBeVisible();
    await expect.element(page.getByText(problem).first()).toBeVisible();
    await expectAccessible();
  });

  test('is compared with the commitment that this browser was shown', async () => {
    const receipt = playReceipt();
    const { userId = '', seed } = receipt.players[0] ?? {};
    const key = `popfray.battle.${RECEIPT_ID}.${userId}`;
    sessionStorage.setItem(key, `${String(seed)} ${String(receipt.commitment)}`);
    await openReceipt(receipt);
    await verify();
    await expect.element(page.getByText(/^It is the commitment that this browser was shown/)).toBeVisible();
    await expect.element(page.getByText('Everything holds.')).toBeVisible();
    sessionStorage.setItem(key, `${String(seed)} ${'0'.repeat(64)}`);
    await verify();
    await expect.element(page.getByText(/this browser was shown the commitment 0{64}$/)).toBeVisible();
    await expect.element(page.getByText('Something does not hold. Please report it.')).toBeVisible();
  });

  test('says by which terms the pool was shared', async () => {
    await openReceipt(playReceipt());
    await expect.element(page.getByText('96% to the winner, 1% to its creator, 3% to the house')).toBeVisible();
    await expect.element(page.getByText(/the TRX pool goes to the house\.$/)).toBeVisible();
    await cleanup();
    queryClient.clear();
    await openReceipt(playReceipt({ revenue: newRevenue('winner-takes-all', 'best-tron-player') }));
    await expect.element(page.getByText(/goes to the best TRON player, not to the house\.$/)).toBeVisible();
    await verify();
    await expect.element(page.getByText('Everything holds.')).toBeVisible();
  });

  test('names its place in the public list of commitments, where it is looked up', async () => {
    const listing = { day: '2026-01-15', number: 7, head: 'ab'.repeat(32) };
    const receipt = playReceipt({ listing });
    const entry = {
      ...listing,
      sessionId: RECEIPT_ID,
      commitment: receipt.commitment,
      publishedAt: 1,
      outcome: 'played',
    };
    const listOf = (entries: readonly unknown[]): Response =>
      json({
        ...listing,
        previousRoot: '0'.repeat(64),
        isFinal: true,
        count: 9,
        root: '1'.repeat(64),
        entries,
        previousDay: null,
        nextDay: null,
      });
    let answer = listOf([entry]);
    await openReceipt(receipt);
    vi.mocked(window.fetch).mockImplementation((input) =>
      input === '/api/commitments?day=2026-01-15&after=6&limit=1'
        ? Promise.resolve(answer)
        : Promise.reject(new TypeError('Failed to fetch')),
    );
    await expect
      .element(page.getByRole('link', { name: 'Number 7 in the list of January 15, 2026' }))
      .toHaveAttribute('href', '/fairness/2026-01-15');
    await verify();
    await expect.element(page.getByText(/^It is in the public list of commitments/)).toBeVisible();
    await expect.element(page.getByText('Everything holds.')).toBeVisible();
    for (const [entries, problem] of [
      [[], 'the list of 2026-01-15 has no entry 7'],
      [[{ ...entry, head: 'cd'.repeat(32) }], 'entry 7 of 2026-01-15 is not the one that the receipt names'],
    ] as const) {
      answer = listOf(entries);
      await verify();
      await expect.element(page.getByText(problem)).toBeVisible();
      await expect.element(page.getByText('Something does not hold. Please report it.')).toBeVisible();
    }
  });

  test('shows a pending payout until it has arrived', async () => {
    const receipt = playReceipt();
    const payTo = (status: 'queued' | 'confirmed'): Receipt => ({
      ...receipt,
      players: receipt.players.map((player) => ({
        ...player,
        payout: player.place === 0 ? { id: 'payout-0001', status, txid: 'cd'.repeat(32), explorerUrl: null } : null,
      })),
    });
    await openReceipt(payTo('queued'));
    await expect.element(page.getByText('Being paid to the wallet')).toBeVisible();
    vi.mocked(window.fetch).mockImplementation(() => Promise.resolve(json(payTo('confirmed'))));
    await queryClient.refetchQueries();
    await expect.element(page.getByText('Paid to the wallet')).toBeVisible();
  });

  test.each<[Receipt['outcome'], Receipt['reason'], RegExp]>([
    ['expired', '', /^Too few players joined in time/],
    ['cancelled', 'creator', /^Its creator called it off/],
    ['cancelled', 'fault', /^It could not be played to its end/],
  ])('of a session that was %s %s says why, and who was refunded', async (outcome, reason, words) => {
    await openReceipt(makeUnplayedReceipt({ outcome, reason }));
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByText('Refund to TRON_TJRabP')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Fairness' })).not.toBeInTheDocument();
    await verify();
    await expect.element(page.getByText('Everything holds.')).toBeVisible();
    await expectAccessible();
  });

  test('appears automatically when the battle is over', async () => {
    await open(() => failure('ERR_RECEIPT_UNKNOWN'));
    await expect.element(page.getByRole('heading', { name: 'This battle is not over yet' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'To the battle' }))
      .toHaveAttribute('href', `/cross-chain-session/${RECEIPT_ID}`);
    await expectAccessible();
    vi.mocked(window.fetch).mockImplementation(() => Promise.resolve(json(playReceipt())));
    await queryClient.refetchQueries();
    await expect.element(page.getByRole('heading', { name: 'Friday night bubbles' })).toBeVisible();
  });

  test('shows a message for an unknown battle', async () => {
    await open(() => failure('ERR_SESSION_UNKNOWN'));
    await expect.element(page.getByRole('heading', { name: 'There is no such battle' })).toBeVisible();
    await expectAccessible();
  });

  test('shows an error when it cannot be loaded, and retries', async () => {
    await open(() => new Response('<html>', { status: 500 }));
    await expect.element(page.getByRole('heading', { name: 'The receipt could not be loaded' })).toBeVisible();
    vi.mocked(window.fetch).mockImplementation(() => Promise.resolve(json(playReceipt())));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'Friday night bubbles' })).toBeVisible();
  });

  test('shows names as they are written, never as markup', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const receipt = playReceipt({ sessionName: name });
    await openReceipt({ ...receipt, players: receipt.players.map((player) => ({ ...player, username: name })) });
    await expect.element(page.getByRole('heading', { name })).toBeVisible();
    expect(document.querySelector('main img')).toBeNull();
  });

  test.each([390, 320])('fits %i px', async (width) => {
    await page.viewport(width, 700);
    const receipt = playReceipt({ sessionName: 'W'.repeat(50) });
    await openReceipt({
      ...receipt,
      players: receipt.players.map((player) => ({ ...player, username: 'W'.repeat(32) })),
    });
    await verify();
    await expect.element(page.getByText('Everything holds.')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.viewport(1366, 768);
  });
});

describe('the receipt of a Solo TRX round', () => {
  test.each([
    ['without a point', 'nobody-played', 'No point was scored, so the round was called off and earned nothing.'],
    ['after a fault', 'fault', 'It was called off because of a fault on our side, and earned nothing.'],
  ] as const)('that was called off %s is that of a round, not of a battle', async (_, reason, words) => {
    const battle = makeUnplayedReceipt({ outcome: 'cancelled', reason, entryFeeSun: 0, poolSun: 0 });
    const players = battle.players.slice(0, 1).map((player) => ({ ...player, feeSun: 0, feeTxid: null, refundSun: 0 }));
    await openReceipt({ ...battle, sessionName: '', players, isSolo: true });
    await expect.element(page.getByText('Receipt of a Solo TRX round')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Solo TRX', exact: true })).toBeVisible();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByText(/battle/i)).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Money' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  const trx = (sun: number | undefined): string =>
    `${new Intl.NumberFormat('en', { maximumFractionDigits: 6 }).format((sun ?? 0) / 1_000_000)} TRX`;

  test('shows the score, the reward and the upgrades, and can be verified', async () => {
    const receipt = playSoloReceipt();
    await openReceipt(receipt);
    const score = new Intl.NumberFormat('en').format(receipt.players[0]?.score ?? 0);
    await expect.element(page.getByText('Receipt of a Solo TRX round')).toBeVisible();
    await expect.element(page.getByText(`TRON_TJRabP scored ${score} points.`)).toBeVisible();
    const reward = page.getByRole('region', { name: 'Reward' });
    await expect.element(reward.getByText('TRX Boost')).toBeVisible();
    await expect.element(reward.getByText(trx(receipt.solo?.earnedSun)).first()).toBeVisible();
    await expect
      .element(reward.getByRole('link', { name: 'To the round' }))
      .toHaveAttribute('href', `/round/${RECEIPT_ID}`);
    await expect.element(page.getByRole('heading', { name: 'Money' })).not.toBeInTheDocument();
    await verify();
    await expect.element(page.getByText('Everything holds.')).toBeVisible();
    await expect.element(page.getByText('1 round played again from the clicks')).toBeVisible();
    await expectAccessible();
  });

  test('shows a held reward as pending', async () => {
    const receipt = playSoloReceipt({ status: 'held', creditedSun: 0 });
    await openReceipt(receipt);
    await expect.element(page.getByText('Held for review')).toBeVisible();
    await expect.element(page.getByText(`${trx(receipt.solo?.earnedSun)} pending`)).toBeVisible();
    await verify();
    await expect.element(page.getByText('Everything holds.')).toBeVisible();
    await expectAccessible();
  });

  test.each<[string, Parameters<typeof playSoloReceipt>[0], RegExp]>([
    ['a reward', { earnedSun: 1, creditedSun: 1 }, /it has earned \d+ sun, not 1$/],
    ['the upgrades', { loadout: ['golden-touch'] }, /it was played with other upgrades$/],
    ['what was credited', { creditedSun: 1 }, /sun were credited, and the limit is none$/],
  ])('does not hold when %s was changed', async (_, changed, problem) => {
    await openReceipt(playSoloReceipt(changed));
    await verify();
    await expect.element(page.getByText('Something does not hold. Please report it.')).toBeVisible();
    await expect.element(page.getByText(problem).first()).toBeVisible();
  });

  test.each([390, 320])('fits %i px', async (width) => {
    await page.viewport(width, 700);
    await openReceipt(playSoloReceipt());
    await expect.element(page.getByText('Receipt of a Solo TRX round')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.viewport(1366, 768);
  });
});
