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

let site: BattleSite;
let hostUrl: string;

/** Starts what `pnpm start:sol-host` starts, besides. */
beforeAll(async () => {
  site = await startBattleSite('hosted');
  hostUrl = await site.start('apps/server/src/start/sol-host/main.ts', {
    HOST: '127.0.0.1',
    CROSS_CHAIN_URL: site.url,
  });
}, START_MS);
afterAll(async () => site?.stop());

describe('a battle that the other chain hosts', () => {
  it(
    'is made there, found in the lobby, joined by a signature on the host’s terms, talked about, played, and verified by anybody',
    { timeout: BATTLE_MS, retry: 0 },
    async () => {
      // A player of the other chain has its platform host a free battle.
      const sol = await site.openPage(`${site.otherUrl}/?server=${site.url}&host=${hostUrl}`);
      await press(sol, 'Connect wallet');
      await press(sol, 'Approve');
      await sol.getByLabel('Name').fill('Sol side');
      await press(sol, 'Host it');
      await press(sol, 'Approve');
      await sol.getByRole('heading', { name: 'Sol side' }).waitFor();
      const sessionId = new URL(sol.url()).pathname.split('/').at(-1) ?? '';

      // A player on TRON finds it in Popfray's lobby, reads the terms, and signs for the seat.
      const tron = await site.openPage(site.url);
      await signIn(tron);
      await openAddress(tron, `${site.url}/lobby`);
      await tron.getByRole('button', { name: 'Join Sol side' }).click();
      const terms = tron.getByRole('dialog', { name: 'Join Sol side?' });
      const { host: server } = new URL(hostUrl);
      await terms.getByText(`Fees of this session are handled by ${server}; Popfray cannot refund them.`).waitFor();
      await terms.getByText('Free', { exact: true }).waitFor();
      await terms.getByRole('button', { name: 'Join' }).click();
      await tron.getByText('Popfray: take a seat in a battle').waitFor();
      await press(tron, 'Confirm');
      await tron.getByText('Your seat is kept for two minutes.').waitFor();
      await press(tron, 'Ready Up');

      // They talk by both servers.
      await tron.getByRole('textbox', { name: 'Message to everybody here' }).fill('good luck');
      await tron.keyboard.press('Enter');
      await sol.getByText('good luck').waitFor();
      await sol.getByRole('textbox', { name: 'Message' }).fill('hello TRON');
      await sol.keyboard.press('Enter');
      await tron.getByText('hello TRON').waitFor();

      // They play the same minute on the host's game socket; one page goes away in the middle of it, and comes back.
      await press(sol, 'Ready up');
      await press(sol, 'Start battle');
      await waitForRound(tron);
      // So early nothing has floated up there yet: it is played, and brings nothing.
      await clickAt(sol, 0.5, 0.05);
      const beforeReload = await clickTillScored(tron);
      expect(beforeReload).toBeGreaterThan(0);
      await reload(tron, beforeReload);
      await clickTillScored(tron, beforeReload + MOST_POINTS_OF_A_CLICK);

      // Both see the host's result, and a visitor verifies its receipt on Popfray's page.
      await tron.getByRole('heading', { name: 'You won!' }).waitFor({ timeout: 60_000 });
      await sol
        .getByText(/place 2/)
        .first()
        .waitFor();
      const witness = await site.openPage(`${site.url}/receipt/${sessionId}`);
      await witness.getByRole('button', { name: 'Verify now' }).click();
      await witness.getByText('Everything holds.').waitFor();
      expect(site.pageErrors).toEqual([]);
    },
  );
});
