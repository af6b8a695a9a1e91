import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../apps/server/src/testing/free-port.fixture.ts';
import type { NodeProgram } from '../apps/server/src/testing/node-program.fixture.ts';
import { findPostgres } from '../apps/server/src/testing/postgres-programs.fixture.ts';
import { findRedis } from '../apps/server/src/testing/redis-server.fixture.ts';
import {
  type ClusterOptions,
  type ClusterPrograms,
  startClusterPrograms,
} from '../apps/server/src/testing/cluster-programs.fixture.ts';
import { CALLS } from '../packages/protocol/src/index.ts';
import { BATTLE_MS, clickTillScored, press, signIn, START_MS, waitForRound } from './battle-site.ts';
import { launchChromium, openAddress, openLightContext } from './browsers.ts';
import { buildSite } from './site-builds.ts';

/** As long as money may take to be final, ms. */
const FINAL_MS = 60_000;

/** Between two blocks of the dev chain, ms. */
const BLOCK_MS = 300;

const pageErrors: string[] = [];
let site = '';
let browser: Browser;

const isPossible = findPostgres() !== undefined && findRedis() !== undefined;

/** What the documents of this file's pages note about themselves. */
interface Noted {
  /** The sockets that the document has created. */
  readonly sockets: WebSocket[];
  /** The texts of errors that were shown, and the sockets that the page's policy has blocked. */
  readonly errors: Set<string>;
  /** The texts of notices that were shown about the loss of the battle's connection. */
  readonly losses: Set<string>;
}

beforeAll(async () => {
  if (!isPossible) return;
  site = await buildSite('web', 'dev-chain');
  browser = await launchChromium();
}, START_MS);
// The pages of a battle would draw until the end of the file, and slow the next battle.
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => {
  await browser?.close();
});

/** Starts a cluster whose nodes serve the site. */
async function startCluster(options: Pick<ClusterOptions, 'nodes' | 'hasAddresses' | 'env'>): Promise<ClusterPrograms> {
  const env = { WEB_ROOT: site, ...options.env };
  const started = await startClusterPrograms({ ...options, env, args: [], blockMs: BLOCK_MS });
  if ('skipped' in started) throw new Error(started.skipped);
  return started;
}

/** A page of a separate browser context. */
async function openPage(address: string): Promise<Page> {
  const context = await openLightContext(browser);
  await context.addInitScript(() => {
    const noted: Noted = { sockets: [], errors: new Set(), losses: new Set() };
    Object.assign(globalThis, { noted });
    globalThis.WebSocket = class extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        noted.sockets.push(this);
      }
    };
    const note = (texts: Set<string>, selector: string, start = ''): void => {
      for (const { textContent } of document.querySelectorAll(selector))
        if (textContent !== '' && textContent.startsWith(start)) texts.add(textContent);
    };
    new MutationObserver(() => {
      note(noted.errors, '.toast:has(.text-caution), [role=alert]:not(.toast-place)');
      note(noted.losses, '[role=status]', 'Connection lost');
    }).observe(document, { childList: true, subtree: true, characterData: true });
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      // A library asks whether it may use `eval`.
      if (blockedURI.startsWith('ws')) noted.errors.add(blockedURI);
    });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => pageErrors.push(error.message));
  await openAddress(page, address);
  return page;
}

/**
 * The addresses of a page's sockets in alphabetical order: the open ones, or all that its document has created. The page itself is asked, because the browser
 * does not report the end of a socket whose document was left.
 */
const socketsOf = async (page: Page, isOpen: boolean): Promise<string[]> =>
  page.evaluate(
    (isOnlyOpen) =>
      (globalThis as unknown as { readonly noted: Noted }).noted.sockets
        .filter(({ readyState }) => !isOnlyOpen || readyState === WebSocket.OPEN)
        .map(({ url }) => url)
        .toSorted(),
    isOpen,
  );

/** The texts that a page's document has shown so far: errors, or notices about the loss of the battle's connection. */
const textsOf = async (page: Page, kind: 'errors' | 'losses'): Promise<string[]> =>
  page.evaluate((which) => [...(globalThis as unknown as { readonly noted: Noted }).noted[which]], kind);

const addressOf = ({ port }: { readonly port: number }): string => `ws://127.0.0.1:${port}/ws`;

/** Two players pay for a battle and begin it, each from the pages at an address. */
async function begin(
  firstUrl: string,
  secondUrl: string,
): Promise<{ readonly first: Page; readonly second: Page; readonly sessionId: string }> {
  const first = await openPage(firstUrl);
  await signIn(first);
  await openAddress(first, `${firstUrl}/lobby`);
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
  await waitForRound(first);
  return { first, second, sessionId };
}

/** How long a page that was loaded again may take to connect to its battle's node, ms. */
const CONNECTING_MS = 10_000;

/**
 * The page of a battle that is connected to another node than the battle, that node, and the battle's node. The page is loaded again, because a page that
 * enters before a node has taken the battle is not told an address. The battle may move meanwhile, when a busy machine delays a node's heartbeat: then a
 * page is loaded once more. `listNodes` gives the nodes at which the sockets of the lobby and of the battle must be, and `tried` an address that the page must have tried.
 */
async function findRemotePage(
  cluster: ClusterPrograms,
  { first, second, sessionId }: Awaited<ReturnType<typeof begin>>,
  listNodes: (home: NodeProgram, owner: NodeProgram) => readonly NodeProgram[],
  tried?: string,
): Promise<{ readonly page: Page; readonly home: NodeProgram; readonly owner: NodeProgram }> {
  const [a, b] = cluster.nodes as [NodeProgram, NodeProgram];
  for (;;) {
    const owner = (await cluster.ownersOf([sessionId])).get(sessionId);
    if (owner === undefined) throw new Error('no node has the battle');
    const found = owner === b ? { page: first, home: a, owner } : { page: second, home: b, owner };
    await found.page.reload();
    const wanted = listNodes(found.home, owner).map(addressOf).toSorted();
    const endMs = Date.now() + CONNECTING_MS;
    while (Date.now() < endMs) {
      const addresses = await socketsOf(found.page, true);
      const hasTried = tried === undefined || (await socketsOf(found.page, false)).includes(tried);
      if (addresses.join() === wanted.join() && hasTried) return found;
      await found.page.waitForTimeout(100);
    }
  }
}

/** Closes the other page of a battle: a browser without a graphics card draws one field in time on a busy machine, and not always two. */
const closeOther = async (
  { first, second }: { readonly first: Page; readonly second: Page },
  page: Page,
): Promise<void> => (page === first ? second : first).close();

describe.runIf(isPossible)('a paid battle on three nodes', () => {
  let cluster: ClusterPrograms;
  beforeAll(async () => {
    cluster = await startCluster({ nodes: 3, hasAddresses: true });
  }, START_MS);
  afterAll(async () => cluster?.stop());

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
        [first, second].map(async (page) => page.getByRole('table', { name: 'Final standings' }).innerText()),
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
      const [a, b] = cluster.nodes as [NodeProgram, NodeProgram];
      const battle = await begin(a.url, b.url);
      const { page, owner } = await findRemotePage(cluster, battle, (home, owned) => [home, owned]);
      const addresses = async (): Promise<string[]> => socketsOf(page, true);
      await closeOther(battle, page);
      const score = await clickTillScored(page);
      expect(score).toBeGreaterThan(0);
      await owner.end('SIGKILL');
      const ownerNow = async () => (await cluster.ownersOf([battle.sessionId])).get(battle.sessionId) ?? owner;
      await expect.poll(ownerNow).not.toBe(owner);
      expect(await clickTillScored(page, score)).toBeGreaterThan(score);
      // The socket of the lobby is at the node of the page, and that of the battle at another node that is alive.
      await expect.poll(addresses).toHaveLength(2);
      expect(await addresses()).not.toContain(addressOf(owner));
      expect(pageErrors).toEqual([]);
      await cluster.start(owner);
    },
  );
});

/** Starts a program that accepts connections and never answers. It ends with the test. */
async function startSilentServer(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

describe.runIf(isPossible)('a paid battle whose node announces a wrong address', () => {
  it.each<[string, () => Promise<number>]>([
    ['at which no program listens', findFreePort],
    ['at which a program accepts connections and never answers', startSilentServer],
  ])(
    'is played through another node, and its players see no error: one %s',
    { timeout: BATTLE_MS + FINAL_MS, retry: 0 },
    async (_, findPort) => {
      const port = await findPort();
      const cluster = await startCluster({ nodes: 2, env: { NODE_PUBLIC_URL: `http://127.0.0.1:${port}` } });
      onTestFinished(async () => cluster.stop());
      const nodes = cluster.nodes as [NodeProgram, NodeProgram];
      const battle = await begin(nodes[0].url, nodes[1].url);
      const { page, home, owner } = await findRemotePage(cluster, battle, (node) => [node, node], addressOf({ port }));
      await closeOther(battle, page);
      // The page has tried the address, and is connected to its first node twice: for the lobby and for the battle.
      await expect.poll(async () => socketsOf(page, false)).toContain(addressOf({ port }));
      await expect.poll(async () => socketsOf(page, true)).toEqual([addressOf(home), addressOf(home)]);
      // The return to the first node is no lost connection.
      expect(await textsOf(page, 'losses')).toEqual([]);
      // The node of the battle has the score.
      const place = page === battle.first ? 0 : 1;
      const clickAndReadScore = async (): Promise<number> => {
        await clickTillScored(page);
        const answer = await fetch(`${owner.url}${CALLS.getSession.path.replace('{id}', battle.sessionId)}`);
        const { participants } = CALLS.getSession.answer.parse(await answer.json());
        return participants.find((participant) => participant.place === place)?.score ?? 0;
      };
      await expect.poll(clickAndReadScore).toBeGreaterThan(0);
      expect(await textsOf(page, 'errors')).toEqual([]);
      expect(pageErrors).toEqual([]);
    },
  );
});
