import { CALLS, type Session } from '@popfray/protocol';
import { createBubble } from '@popfray/engine';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { ask } from '../api/ask.ts';
import { Queries } from '../api/Queries.tsx';
import { battleTexts } from '../messages/battle.ts';
import { moneyTexts } from '../messages/money.ts';
import { MoreTexts } from '../messages/MoreTexts.tsx';
import { expectAccessible } from '../testing/accessibility.ts';
import { signInByDevWallet } from '../testing/money.ts';
import { openServer, type TestServer } from '../testing/server.ts';
import { fieldReady, show } from '../testing/show.tsx';
import { LiveBattle } from './LiveBattle.tsx';

let server: TestServer;
let address: string;

const TEXTS = { ...moneyTexts, ...battleTexts };

/** A free battle of this player and a practice bot, whose countdown has begun. */
async function startBattle(): Promise<{ readonly session: Session; readonly token: string }> {
  const { session } = await ask(CALLS.createSession, {
    body: { sessionName: 'Friday night', maxPlayers: 2, timeLimit: 300 },
  });
  const params = { id: session.id };
  await ask(CALLS.addBot, { params, body: { skill: 'expert' } });
  await ask(CALLS.setReady, { params, body: { isReady: true } });
  const started = await ask(CALLS.startSession, { params, body: {} });
  const { token } = await ask(CALLS.getMySeat, { params });
  return { session: started, token };
}

const showBattle = (session: Session, token: string): Promise<void> =>
  show(
    <MoreTexts texts={TEXTS}>
      <Queries>
        <LiveBattle session={session} userId={address} token={token} />
      </Queries>
    </MoreTexts>,
    `/cross-chain-session/${session.id}`,
  );

beforeAll(async () => {
  server = await openServer();
  address = await signInByDevWallet();
});
afterEach(cleanup);
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

describe('a live battle against the real server', () => {
  test('counts down, plays, and is taken up again after a reload', async () => {
    const { session, token } = await startBattle();
    await showBattle(session, token);
    await expect.element(page.getByRole('heading', { name: 'Friday night' })).toBeVisible();
    await expect.element(page.getByText('The battle starts in')).toBeVisible();
    await fieldReady();
    void createBubble;
    await expect.element(page.getByText('The battle starts in'), { timeout: 15_000 }).not.toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await page.screenshot({ path: './zz-first.png' });
    await expectAccessible();
  });
});
