import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BATTLE_MS,
  clickAt,
  clickTillScored,
  MOST_POINTS_OF_A_CLICK,
  press,
  reload,
  signIn,
  START_MS,
  startBattleSite,
  waitForRound,
  type BattleSite,
} from './battle-site.ts';
import { openAddress } from './browsers.ts';

/** As long as money may take to be final, ms. */
const FINAL_MS = 40_000;

let site: BattleSite;

beforeAll(async () => {
  site = await startBattleSite('battle');
}, START_MS);
afterAll(async () => site?.stop());

describe('a battle between two chains', () => {
  it(
    'is made, paid, joined, talked about, played, left and come back to, settled, paid out and verified by anybody',
    { timeout: BATTLE_MS, retry: 0 },
    async () => {
      // A player on TRON connects, and pays for a battle of three.
      const tron = await site.openPage(site.url);
      await signIn(tron);
      await openAddress(tron, `${site.url}/lobby`);
      await press(tron, 'Create Battle');
      const form = tron.getByRole('dialog', { name: 'Create Session' });
      await form.getByLabel('Session name').fill('Friday night');
      await form.getByLabel('Max players').selectOption('3');
      await form.getByLabel('Entry fee (TRX)').fill('20');
      await form.getByRole('button', { name: 'Pay 20 TRX and create' }).click();
      await press(tron, 'I am 18 or older');
      await press(tron, 'Confirm');
      await tron.getByRole('dialog', { name: 'Share Session' }).waitFor({ timeout: FINAL_MS });
      const link = await tron
        .getByRole('dialog', { name: 'Share Session' })
        .getByLabel('Link to the session')
        .inputValue();
      const sessionId = link.split('/').at(-1) ?? '';
      await tron.keyboard.press('Escape');

      // A player of the other chain finds it on another site, proves a wallet, and gets ready.
      const sol = await site.openPage(`${site.otherUrl}/?server=${site.url}`);
      await press(sol, 'Connect wallet');
      await press(sol, 'Approve');
      await sol.getByRole('link', { name: 'Open Friday night' }).click();
      await press(sol, 'Join');
      await press(sol, 'Approve');
      await press(sol, 'Ready up');

      // So does a second player on TRON, who follows the link and pays: a battle for money needs two who have paid.
      const second = await site.openPage(link);
      await signIn(second);
      await press(second, 'Pay 20 TRX and join');
      await press(second, 'I am 18 or older');
      await press(second, 'Confirm');
      await second.getByRole('button', { name: 'Ready Up' }).click({ timeout: FINAL_MS });

      // They talk, across chains and languages.
      await sol.getByRole('textbox', { name: 'Message' }).fill('good luck');
      await sol.keyboard.press('Enter');
      await tron.getByText('good luck').waitFor();
      await tron.getByRole('textbox', { name: 'Message to everybody here' }).fill('你好');
      await tron.keyboard.press('Enter');
      await sol.getByText('你好').waitFor();

      // They start, and play the same minute; one page goes away in the middle of it, and comes back.
      await press(tron, 'Ready Up');
      await tron.getByRole('button', { name: 'Start Battle' }).click();
      await waitForRound(tron);
      // So early nothing has floated up there yet: it is played, and brings nothing.
      await clickAt(sol, 0.5, 0.05);
      const beforeReload = await clickTillScored(tron);
      expect(beforeReload).toBeGreaterThan(0);
      await reload(tron, beforeReload);
      await clickTillScored(tron, beforeReload + MOST_POINTS_OF_A_CLICK);

      // The server's own rounds decide, and the winner is paid to the wallet.
      await tron.getByRole('heading', { name: 'You won!' }).waitFor({ timeout: 60_000 });
      await tron.getByText('38.4 TRX').first().waitFor();
      await sol
        .getByText(/place 2/)
        .first()
        .waitFor();

      // A visitor who did not take part verifies the receipt.
      const witness = await site.openPage(`${site.url}/receipt/${sessionId}`);
      await witness.getByRole('button', { name: 'Verify now' }).click();
      await witness.getByText('Everything holds.').waitFor();
      await witness.getByText('Paid to the wallet').first().waitFor({ timeout: FINAL_MS });
      expect(site.pageErrors).toEqual([]);
    },
  );
});
