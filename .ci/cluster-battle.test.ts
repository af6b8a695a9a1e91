import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, WebSocket } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres } from '../apps/server/src/testing/postgres-programs.fixture.ts';
import { findRedis } from '../apps/server/src/testing/redis-server.fixture.ts';
import { startClusterPrograms, type ClusterPrograms } from '../apps/server/src/testing/cluster-programs.fixture.ts';
import { BATTLE_MS, build, clickTillScored, press, signIn, START_MS } from './battle-site.ts';
import { launchChromium } from './browsers.ts';

/** As long as money may take to be final, ms. */
const FINAL_MS = 60_000;

/** Between two blocks of the dev chain, ms. */
const BLOCK_MS = 300;

const folder = mkdtempSync(join(tmpdir(), 'popfray-cluster-battle-'));
const pageErrors: string[] = [];
/** The sockets that a page has open. */
const openSockets = new WeakMap<Page, Set<WebSocket>>();
let cluster: ClusterPrograms;
let browser: Browser;

const isPossible = findPostgres() !== undefined && findRedis() !== undefined;

beforeAll(async () => {
  if (!isPossible) return;
  const site = await build(folder, 'web', '--mode', 'dev-chain');
  const started = await startClusterPrograms({
    nodes: 3,
    env: { WEB_ROOT: site },
    args: [],
    hasAddresses: true,
    blockMs: BLOCK_MS,
  });
  if ('skipped' in started) throw new Error(started.skipped);
  cluster = started;
  browser = await launchChromium();
}, START_MS);
afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A page of a separate browser context. */
async function openPage(address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  page.setDefaultTimeout(25_000);
  page.on('pageerror', (error) => pageErrors.push(error.message));
  const sockets = new Set<WebSocket>();
  openSockets.set(page, sockets);
  page.on('websocket', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  return page;
}

/** Two players pay for a battle and begin it, each from the pages at an address. */
async function begin(
  firstUrl: string,
  secondUrl: string,
): Promise<{ readonly first: Page; readonly second: Page; readonly sessionId: string }> {
  const first = await openPage(firstUrl);
  await signIn(first);
  await first.goto(`${firstUrl}/lobby`);
  await press(first, 'Create Battle');
  const form = first.getByRole('dialog', { name: 'Create Session' });
  await form.getByLabel('Session name').fill('Three nodes');
  await form.getByLabel('Max players').selectOption('2');
  await form.getByLabel('Entry fee (TRX)').fill('20');
  await form.getByRole('button', { name: 'Pay 20 TRX and create' }).click();
  await press(first, 'I am 18 or older');
  await press(first, 'Confirm');
  const share = first.getByRole('dialog', { name: 'Share Session' });
  await share.waitFor({ timeout: FINAL_MS });
  const link = await share.getByLabel('Link to the session').inputValue();
  const sessionId = link.split('/').at(-1) ?? '';
  await first.keyboard.press('Escape');

  const second = await openPage(`${secondUrl}${new URL(link).pathname}`);
  await signIn(second);
  await press(second, 'Pay 20 TRX and join');
  await press(second, 'I am 18 or older');
  await press(second, 'Confirm');
  await second.getByRole('button', { name: 'Ready Up' }).click({ timeout: FINAL_MS });
  await press(first, 'Ready Up');
  await press(first, 'Start Battle');
  await first.getByText('The battle starts in').waitFor();
  await first.getByText('The battle starts in').waitFor({ state: 'hidden' });
  return { first, second, sessionId };
}

describe.runIf(isPossible)('a paid battle on three nodes', () => {
  it(
    'is played to the same result in two browsers while `kill -9` ends each node in turn',
    { timeout: BATTLE_MS + FINAL_MS, retry: 0 },
    async () => {
      const { first, second, sessionId } = await begin(cluster.url, cluster.url);
      for (const [at, node] of cluster.nodes.entries()) {
        const player = at % 2 === 0 ? first : second;
        expect(await clickTillScored(player)).toBeGreaterThan(0);
        await node.end('SIGKILL');
        await cluster.start(node);
      }

      for (const page of [first, second])
        await page
          .getByRole('heading', { name: /^(?:You won!|2nd of 2|Shared first place)$/ })
          .waitFor({ timeout: 90_000 });
      const [result, otherResult] = await Promise.all(
        [first, second].map(async (page) => page.locator('.standings').innerText()),
      );
      expect(result).toBe(otherResult);
      expect(result).toMatch(/(?:38\.4|19\.2) TRX/);

      const witness = await openPage(`${cluster.url}/receipt/${sessionId}`);
      await witness.getByRole('button', { name: 'Verify now' }).click();
      await witness.getByText('Everything holds.').waitFor();
      expect(pageErrors).toEqual([]);
    },
  );

  it(
    'is played at its node, and continues when `kill -9` ends that',
    { timeout: BATTLE_MS + FINAL_MS, retry: 0 },
    async () => {
      const [a, b] = cluster.nodes;
      if (a === undefined || b === undefined) throw new Error('there are no two nodes');
      const { first, second, sessionId } = await begin(a.url, b.url);
      const owner = (await cluster.ownersOf([sessionId])).get(sessionId);
      if (owner === undefined) throw new Error('no node has the battle');
      // The page of the node that has the battle stays there.
      const page = owner === b ? first : second;
      const home = owner === b ? a : b;
      const addressOf = ({ port }: { readonly port: number }): string => `ws://127.0.0.1:${port}/ws`;
      const addresses = (): string[] => Array.from(openSockets.get(page) ?? [], (socket) => socket.url());
      expect(addressOf(home)).not.toBe(addressOf(owner));
      await expect.poll(addresses).toContain(addressOf(owner));
      const score = await clickTillScored(page);
      expect(score).toBeGreaterThan(0);
      await owner.end('SIGKILL');
      await expect.poll(async () => (await cluster.ownersOf([sessionId])).get(sessionId) ?? owner).not.toBe(owner);
      expect(await clickTillScored(page, score)).toBeGreaterThan(score);
      // The socket of the battle is at a node that is alive.
      expect(addresses()).not.toContain(addressOf(owner));
      expect(pageErrors).toEqual([]);
      await cluster.start(owner);
    },
  );
});
