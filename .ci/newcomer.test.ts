import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { press, signIn, START_MS, startBattleSite, type BattleSite } from './battle-site.ts';
import { playRound, RoundWatcher } from './player.ts';

/** A round of a minute, and many times as long for everything around it on a busy machine, ms. */
const VISIT_MS = 900_000;
/** Time limit for a step of a page on a busy machine, ms. */
const STEP_MS = 120_000;
/** The longest that a battle can wait for players, s. */
const LONGEST_WAIT_S = 1_200;
/** As long as money may take to be final on a busy machine, ms. */
const FINAL_MS = 90_000;
/** How often a paid round is played at most until something was earned: a hand on a busy machine may hit nothing at all. */
const MOST_ROUNDS = 2;

let site: BattleSite;

beforeAll(async () => {
  site = await startBattleSite('newcomer', false);
}, 2 * START_MS);
afterAll(async () => site?.stop());

/** Opens the product as a new visitor. */
async function openPage(): Promise<Page> {
  const page = await site.openPage(site.url);
  page.setDefaultTimeout(STEP_MS);
  return page;
}

/** Opens the wallet's menu and follows an item. */
async function choose(page: Page, item: string): Promise<void> {
  await press(page, /^Wallet T/);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Fills the form of a new battle in the lobby and submits it. The payment source is the one that the form chooses. */
async function create(page: Page, name: string, feeTrx: number, waitS?: number): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Game Lobby', exact: true }).click();
  await press(page, 'Create Battle');
  const form = page.getByRole('dialog', { name: 'Create Session' });
  await form.getByLabel('Session name').fill(name);
  if (waitS !== undefined) await form.getByLabel('Time limit').selectOption(String(waitS));
  await form.getByLabel('Entry fee (TRX)').fill(String(feeTrx));
  await form.getByRole('button', { name: `Pay ${feeTrx} TRX and create` }).click();
}

/** The link that is shared after a battle was created. */
async function shareLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Share Session' });
  await dialog.waitFor({ timeout: FINAL_MS });
  const link = await dialog.getByLabel('Link to the session').inputValue();
  await page.keyboard.press('Escape');
  return link;
}

/** Creates a battle of another player, who pays from the wallet and leaves. Returns its link. */
async function hostBattle(): Promise<string> {
  const host = await openPage();
  await signIn(host);
  await create(host, 'Evening battle', 2, LONGEST_WAIT_S);
  await press(host, 'I am 18 or older');
  await press(host, 'Confirm');
  const link = await shareLink(host);
  await host.context().close();
  return link;
}

/** Plays paid rounds until one has earned something. Returns what was earned, TRX. */
async function earn(page: Page, watcher: RoundWatcher): Promise<number> {
  await page.getByRole('banner').getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByText('Solo Training', { exact: true }).click();
  await press(page, 'Start Game');
  await press(page, 'I am 18 or older');
  const over = page.getByRole('region', { name: 'Game Complete' });
  for (let round = 1; ; round++) {
    await page.locator('.field-canvas canvas').waitFor();
    const played = watcher.round?.id ?? null;
    await expect.poll(() => watcher.round).not.toBeNull();
    if (watcher.round !== null) await playRound(page, watcher.round);
    await over.waitFor();
    const earned = await readEarned(over);
    if (earned > 0 || round === MOST_ROUNDS) return earned;
    await press(page, 'Play Again');
    await expect.poll(() => watcher.round?.id ?? null).not.toBe(played);
  }
}

/** The TRX that a result shows. The figure counts up, so it is read when it does not change any more. */
async function readEarned(over: Locator): Promise<number> {
  const shown = over.locator('dd').nth(1);
  for (let before = ''; ;) {
    const text = (await shown.textContent()) ?? '';
    if (text === before) return Number(text.replaceAll(/[^\d.]/g, ''));
    before = text;
    await shown.page().waitForTimeout(300);
  }
}

describe('a newcomer', () => {
  it(
    'earns TRX in a streamed solo round, deposits, enters two battles from the balance, withdraws 3 TRX, is stopped by a limit of their own, and reads the statement',
    { timeout: VISIT_MS, retry: 0 },
    async () => {
      const link = await hostBattle();
      const page = await openPage();
      const watcher = new RoundWatcher(page);
      await signIn(page);

      // A solo round that the server reveals second by second.
      const earned = await earn(page, watcher);
      expect(earned).toBeGreaterThan(0);

      // One deposit from the wallet.
      await choose(page, 'Deposit');
      const deposit = page.getByRole('dialog');
      await deposit.getByRole('button', { name: '50 TRX', exact: true }).click();
      await deposit.getByRole('button', { name: 'Deposit 50 TRX', exact: true }).click();
      await press(page, 'Confirm');
      await page.getByText('50 TRX is on your Popfray balance.').first().waitFor({ timeout: FINAL_MS });
      await page.keyboard.press('Escape');

      // Two battles from the balance, for which the wallet is not asked: an own one, and one of another player.
      await create(page, 'My first battle', 3);
      await shareLink(page);
      await page.goto(link, { waitUntil: 'networkidle' });
      await press(page, 'Pay 2 TRX and join');
      await page.getByRole('button', { name: 'Ready Up', exact: true }).waitFor();

      // A small withdrawal.
      await choose(page, 'Profile');
      const balance = page.getByRole('region', { name: 'Popfray balance', exact: true });
      const held = async (): Promise<number> =>
        Number((await balance.locator('.figure').textContent())?.replaceAll(/[^\d.]/g, ''));
      await expect.poll(held).toBeCloseTo(45 + earned, 1);
      await press(page, 'Withdraw');
      await page.getByLabel('Amount in TRX').fill('3');
      await press(page, 'Continue');
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
      await press(page, 'Done');
      await page.getByRole('tab', { name: 'Withdrawals' }).click();
      await page.getByText(/^Confirmed in block \d/).waitFor({ timeout: FINAL_MS });
      await expect.poll(held).toBeCloseTo(42 + earned, 1);

      // A limit that the next entry would exceed even after the best round. Nothing is paid.
      await choose(page, 'Play responsibly');
      await press(page, 'Set a limit: Loss limit, Each day');
      await page.getByLabel('Limit in TRX').fill('1');
      await press(page, 'Save the limit');
      await page.getByText('1 TRX', { exact: true }).waitFor();
      await create(page, 'One too many', 30);
      await page.getByRole('dialog', { name: 'This payment is not possible now' }).waitFor();
      await press(page, 'OK');
      // The form stays open for another fee.
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      // The statement has all of it.
      await choose(page, 'Play responsibly');
      await page.getByRole('link', { name: 'Open the statement' }).click();
      await page.getByRole('heading', { level: 1, name: 'Statement' }).waitFor();
      const cells = page.getByRole('table').locator('tbody tr').first().locator('td');
      await cells.first().waitFor();
      const amounts = (await cells.allTextContents()).map((text) => Number(text.replace('−', '-').replaceAll(',', '')));
      const [deposits, fees, refunds, prizes, upgrades, withdrawals, corrections, net] = amounts;
      expect({ deposits, fees, refunds, upgrades, withdrawals, corrections }).toEqual({
        deposits: 50,
        fees: -5,
        refunds: 0,
        upgrades: 0,
        withdrawals: -3,
        corrections: 0,
      });
      expect(prizes).toBeCloseTo(earned, 1);
      expect(net).toBeCloseTo((prizes ?? 0) - 5, 6);
      expect(site.pageErrors).toEqual([]);
    },
  );
});
