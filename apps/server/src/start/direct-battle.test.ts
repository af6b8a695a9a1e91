import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BATTLE_LEASES } from '../battles/index.ts';
import { openTestSocket, type TestSocket, type TestSocketOptions } from '../platform/sockets/client.fixture.ts';
import { type ClusterSeat, openClusterBattles } from '../testing/cluster-battles.fixture.ts';
import { startCluster, type TestCluster } from '../testing/cluster.fixture.ts';
import type { Server } from './start.ts';

const started = await startCluster();
const found = 'skipped' in started ? null : started;
if ('skipped' in started) console.warn(started.skipped);
afterAll(async () => found?.stop());

/** The origin of the pages. */
const PUBLIC_URL = 'https://play.example';

/** A countdown that is longer than this file's tests, ms. */
const COUNTDOWN_MS = 100_000;

const addressOf = (node: number): string => `https://node-${node}.play.example`;

describe.runIf(found !== null)('a battle at a node that clients can reach', () => {
  const cluster = found as TestCluster;
  const nodes: Server[] = [];
  let seats: readonly ClusterSeat[];
  /** The node that plays the battle, the number of it, and another node. */
  let owner: Server;
  let ownerNumber: number;
  let edge: Server;

  const startNode = async (changes: Readonly<Record<string, string>>): Promise<Server> =>
    cluster.startNode({}, cluster.createEnv({ PUBLIC_URL, TRUST_PROXY: '1', ...changes }));

  const leaseOwner = async ({ context }: Server): Promise<string | undefined> =>
    (await context.leases.ownerOf(`${BATTLE_LEASES}${seats[0]?.sessionId}`))?.nodeId;

  async function findOwner(): Promise<number> {
    const nodeId = await leaseOwner(nodes[0] as Server);
    const number = nodes.findIndex(({ context }) => context.leases.nodeId === nodeId);
    if (number === -1) throw new Error('no node has the battle');
    return number;
  }

  beforeAll(async () => {
    for (const number of [0, 1]) nodes.push(await startNode({ NODE_PUBLIC_URL: addressOf(number) }));
    const battles = await openClusterBattles(cluster.postgres.url);
    seats = await battles.begin(1, 2, COUNTDOWN_MS, false);
    await battles.stop();
  });

  beforeEach(async () => {
    // A node finds the battle within a second. The battle moves when a busy machine delays a heartbeat of its node.
    ownerNumber = await vi.waitFor(findOwner, { timeout: COUNTDOWN_MS });
    [owner, edge] = [nodes[ownerNumber] as Server, nodes[1 - ownerNumber] as Server];
  });

  /** A page's socket to a node. */
  async function connect(node: Server, options: TestSocketOptions = {}): Promise<TestSocket> {
    const socket = await openTestSocket(node.url, { origin: PUBLIC_URL, ...options });
    onTestFinished(() => socket.close());
    return socket;
  }

  /** Enters the battle and returns the type of the answer, or the address that is named. */
  async function enter(socket: TestSocket, isDirect: boolean, changes: Partial<ClusterSeat> = {}): Promise<string> {
    const [seat] = seats;
    if (seat === undefined) throw new Error('there is no seat');
    socket.sendMessage({ type: 'init' });
    socket.sendMessage({ type: 'battle_enter', ...seat, ...changes, ...(isDirect && { direct: true }) });
    const answer = await socket.receive('battle_terms', 'battle_elsewhere', 'battle_refused');
    return answer.type === 'battle_elsewhere' ? answer.url : answer.type;
  }

  it('is entered there by clients that can open its address, and through another node by all others', async () => {
    expect(await enter(await connect(edge), true)).toBe(`wss://node-${ownerNumber}.play.example/ws`);
    expect(await enter(await connect(edge), false)).toBe('battle_terms');
    expect(await enter(await connect(owner), true)).toBe('battle_terms');
    expect(await enter(await connect(owner), false)).toBe('battle_terms');
  });

  it('has its address named to the players of its seats only', async () => {
    expect(await enter(await connect(edge), true, { token: 'wrong' })).toBe('battle_refused');
    expect(await enter(await connect(edge), true, { sessionId: 'no-session' })).toBe('battle_refused');
  });

  it('accepts sockets of the pages of the whole server, without a sign-in, and of no other page', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const page = await connect(owner, { headers });
    expect(await enter(page, true)).toBe('battle_terms');
    expect((await page.receive('welcome')).isSignedIn).toBe(false);
    for (const origin of ['https://evil.example', addressOf(ownerNumber), 'https://play.example.evil.example'])
      await expect(connect(owner, { origin, headers })).rejects.toMatchObject({ status: 403 });
  });

  it('can be reached by the pages of every node, by their policy, from the first heartbeat of its node on', async () => {
    const policyOf = async ({ url }: Server): Promise<string> =>
      /connect-src ([^;]*)/.exec((await fetch(url)).headers.get('Content-Security-Policy') ?? '')?.[1] ?? '';
    for (const node of nodes) {
      await expect.poll(async () => policyOf(node)).toContain('wss://node-0.play.example');
      await expect.poll(async () => policyOf(node)).toContain('wss://node-1.play.example');
    }
    const third = await startNode({ NODE_PUBLIC_URL: addressOf(2) });
    await expect.poll(async () => policyOf(edge)).toContain('wss://node-2.play.example');
    await third.stop(0);
    await expect.poll(async () => policyOf(edge)).not.toContain('node-2');
  });

  it('is played through another node when its node has no address', async () => {
    const hidden = await startNode({});
    await owner.stop(0);
    await edge.stop(0);
    await expect.poll(async () => leaseOwner(hidden)).toBe(hidden.context.leases.nodeId);
    const other = await startNode({ NODE_PUBLIC_URL: addressOf(3) });
    expect(await enter(await connect(other), true)).toBe('battle_terms');
  });
});
