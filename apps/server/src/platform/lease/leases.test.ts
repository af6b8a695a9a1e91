import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { IS_ON_POSTGRES, testLocation } from '../../testing/test-location.fixture.ts';
import { openDatabase, type Database } from '../database/index.ts';
import { HEARTBEAT_MS } from './lease.ts';
import { DatabaseLeases, EXPIRY_MS, LeaseLostError, type Lease, type LeaseOptions } from './index.ts';

let location = '';
let db: Database;

beforeEach(async () => {
  location = await testLocation();
  db = await open();
});

afterEach(async () => {
  await db.close();
});

async function open(): Promise<Database> {
  const opened = await openDatabase(location);
  if ('code' in opened) throw new Error(opened.message);
  return opened;
}

/** A node on this test's database. On SQLite all nodes of a test share a connection, because the database is in memory. */
async function startNode(changes: Partial<LeaseOptions> = {}): Promise<DatabaseLeases> {
  const leases = new DatabaseLeases({
    db,
    now: () => performance.timeOrigin + performance.now(),
    nodeId: randomUUID(),
    version: '1',
    isAlone: false,
    onFault: () => undefined,
    ...changes,
  });
  await leases.start();
  onTestFinished(async () => leases.stop().catch(() => undefined));
  return leases;
}

/** Takes a lease that has to be free. */
async function taken(leases: DatabaseLeases, name: string): Promise<Lease> {
  const result = await leases.take(name);
  if (result === null) throw new Error(`${name} has an owner`);
  return result.lease;
}

/** Makes a node look as if its process had died a while ago. Its next heartbeat would bring it back. */
const kill = async (leases: DatabaseLeases): Promise<unknown> =>
  db.updateTable('nodes').set({ seen_at: 1_000, expires_at: 1_001 }).where('id', '=', leases.nodeId).execute();

/** Runs `work` while a node looks dead. The transaction makes a heartbeat of that node wait until `work` is done. */
const whileDead = async <Value>(leases: DatabaseLeases, work: () => Promise<Value>): Promise<Value> =>
  db.inTransaction(async () => {
    await kill(leases);
    return work();
  });

/** Waits for a heartbeat of a node, so that the next one is not soon. */
async function heartbeatOf(node: DatabaseLeases): Promise<void> {
  const seenAt = async (): Promise<number | undefined> =>
    (await db.selectFrom('nodes').select('seen_at').where('id', '=', node.nodeId).executeTakeFirst())?.seen_at;
  const before = await seenAt();
  await expect.poll(seenAt, { interval: 5 }).not.toBe(before);
}

const addPlayer = (address: string) =>
  db.insertInto('players').values({
    address,
    username: address,
    games_played: 0,
    total_score: 0,
    preferred_game_mode: 'automatic',
    created_at: 1,
    last_connected: 1,
    prizes_to: 'wallet',
  });

const countPlayers = async (): Promise<number> => (await db.selectFrom('players').select('address').execute()).length;

describe('a lease', () => {
  it('has one owner at a time, and each owner a higher epoch', async () => {
    const [first, second] = [await startNode(), await startNode({ url: 'https://two.example' })];
    const lease = await taken(first, 'battle:a');
    expect(lease).toMatchObject({ name: 'battle:a', epoch: 1, isHeld: true });
    expect(await second.take('battle:a')).toBeNull();
    expect(await first.take('battle:a')).toBeNull();
    expect(await second.ownerOf('battle:a')).toEqual({ nodeId: first.nodeId, url: null, epoch: 1 });
    const next = await whileDead(first, async () => {
      expect(await second.ownerOf('battle:a')).toBeNull();
      return second.take('battle:a');
    });
    expect(next).toMatchObject({ lease: { epoch: 2, isHeld: true }, previous: { epoch: 1, lastSeenAt: 1_000 } });
    expect(await first.ownerOf('battle:a')).toEqual({ nodeId: second.nodeId, url: 'https://two.example', epoch: 2 });
  });

  it('can be taken again when the answer to the first attempt was lost', async () => {
    const [node, other] = [await startNode(), await startNode()];
    const { inTransaction } = db;
    db.inTransaction = async (work) => {
      await inTransaction.call(db, work);
      throw new Error('the connection was lost after COMMIT');
    };
    await expect(node.take('battle:a')).rejects.toThrow('lost');
    db.inTransaction = inTransaction;
    expect((await node.ownerOf('battle:a'))?.nodeId).toBe(node.nodeId);
    expect(await other.listOrphans('battle:', 10)).toEqual([]);
    expect(await node.listOrphans('battle:', 10)).toEqual(['battle:a']);
    expect(await other.take('battle:a')).toBeNull();
    const { taken_at: takenAt } = await db.selectFrom('leases').select('taken_at').executeTakeFirstOrThrow();
    const again = await node.take('battle:a');
    expect(again).toMatchObject({ lease: { epoch: 2, isHeld: true }, previous: { epoch: 1, lastSeenAt: takenAt } });
    expect(await node.listOrphans('battle:', 10)).toEqual([]);
    expect(await node.take('battle:a')).toBeNull();
  });

  it('is taken by one of two nodes that try in the same moment', async () => {
    const other = IS_ON_POSTGRES ? await open() : db;
    const nodes = [await startNode(), await startNode({ db: other })];
    for (let round = 0; round < 10; round++) {
      const results = await Promise.all(nodes.map(async (node) => node.take(`battle:${round}`)));
      expect(results.filter((result) => result !== null)).toHaveLength(1);
    }
    await Promise.all(nodes.map(async (node) => node.stop()));
    if (other !== db) await other.close();
  });

  it('that was released or whose owner is gone waits for another node, and one that has ended does not', async () => {
    const [first, second] = [await startNode(), await startNode()];
    const [released, ended] = [await taken(first, 'battle:a'), await taken(first, 'battle:b')];
    await taken(first, 'battle:c');
    await taken(first, 'other');
    await taken(second, 'battle:d');
    await first.release(released);
    await first.end(ended);
    expect(released.isHeld).toBe(false);
    expect(ended.isHeld).toBe(false);
    expect(await second.listOrphans('battle:', 10)).toEqual(['battle:a']);
    await whileDead(first, async () => {
      expect((await second.listOrphans('battle:', 10)).toSorted()).toEqual(['battle:a', 'battle:c']);
      expect(await second.listOrphans('battle:', 1)).toHaveLength(1);
    });
    expect((await second.take('battle:a'))?.previous).toEqual({ epoch: 1, lastSeenAt: null });
    expect((await second.take('battle:b'))?.previous).toBeNull();
  });

  it('does not end within a transaction, which may be rolled back', async () => {
    const leases = await startNode();
    const lease = await taken(leases, 'battle:a');
    await expect(db.inTransaction(async () => leases.end(lease))).rejects.toThrow('within a transaction');
    expect(lease.isHeld).toBe(true);
    await leases.end(lease);
    expect(lease.isHeld).toBe(false);
  });

  it('is free at once when its node has stopped', async () => {
    const [first, second] = [await startNode(), await startNode()];
    const lease = await taken(first, 'worker');
    const nodes = await second.listNodes();
    expect(nodes.map(({ id }) => id).toSorted()).toEqual([first.nodeId, second.nodeId].toSorted());
    await first.stop();
    expect(lease.isHeld).toBe(false);
    expect((await second.listNodes()).map(({ id }) => id)).toEqual([second.nodeId]);
    expect(await first.take('other')).toBeNull();
    expect((await second.take('worker'))?.lease.epoch).toBe(2);
  });

  it('of an earlier process is free at once where this process is alone', async () => {
    const first = await startNode();
    await taken(first, 'battle:a');
    await db.updateTable('nodes').set({ seen_at: 77 }).execute();
    const second = await startNode({ isAlone: true });
    expect((await second.take('battle:a'))?.previous).toEqual({ epoch: 1, lastSeenAt: 77 });
  });
});

describe('a write under a lease', () => {
  it('is refused when the lease has ended at another node and this node has a new one of the same name', async () => {
    const [first, second] = [await startNode(), await startNode()];
    const older = await taken(first, 'battle:a');
    await second.end(await whileDead(first, async () => taken(second, 'battle:a')));
    const newer = await taken(first, 'battle:a');
    expect(newer.epoch).not.toBe(older.epoch);
    await expect(first.run(older, async () => addPlayer('a').execute())).rejects.toThrow(LeaseLostError);
    await first.run(newer, async () => addPlayer('b').execute());
    expect(await countPlayers()).toBe(1);
  });

  it('is done while the lease has this owner', async () => {
    const leases = await startNode();
    const lease = await taken(leases, 'worker');
    await leases.run(lease, async () => {
      await addPlayer('a').execute();
      await db.inTransaction(async () => addPlayer('b').execute());
      expect(await countPlayers()).toBe(2);
    });
  });

  it('is refused when the lease has another owner, and changes nothing', async () => {
    const [first, second] = [await startNode(), await startNode()];
    const lease = await taken(first, 'worker');
    await whileDead(first, async () => taken(second, 'worker'));
    const write = async (work: () => Promise<unknown>): Promise<void> =>
      expect(first.run(lease, work)).rejects.toThrow(LeaseLostError);
    await write(async () => addPlayer('a').execute());
    await write(async () => db.countChanges(addPlayer('b')));
    await write(async () => db.inTransaction(async () => addPlayer('c').execute()));
    expect(lease.isHeld).toBe(false);
    expect(await first.run(lease, countPlayers)).toBe(0);
  });

  it('is refused after its lease was taken again by the same node', async () => {
    const leases = await startNode();
    const older = await taken(leases, 'battle:a');
    const newer = await whileDead(leases, async () => taken(leases, 'battle:a'));
    await expect(leases.run(older, async () => addPlayer('a').execute())).rejects.toThrow(LeaseLostError);
    await leases.run(newer, async () => addPlayer('a').execute());
    expect(older.isHeld).toBe(false);
    expect(await countPlayers()).toBe(1);
  });

  it('needs every lease that it is under', async () => {
    const [first, second] = [await startNode(), await startNode()];
    const [outer, inner] = [await taken(first, 'outer'), await taken(first, 'inner')];
    await whileDead(first, async () => taken(second, 'outer'));
    const write = first.run(outer, async () => first.run(inner, async () => addPlayer('a').execute()));
    await expect(write).rejects.toThrow('outer');
  });

  it('tells which of many leases are left', async () => {
    const [first, second] = [await startNode(), await startNode()];
    const mine = [await taken(first, 'a'), await taken(first, 'b'), await taken(first, 'c')];
    await whileDead(first, async () => taken(second, 'b'));
    const held = await db.inTransaction(async () => first.keepHeld(mine));
    expect(held.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(mine.map(({ isHeld }) => isHeld)).toEqual([true, false, true]);
  });

  it.runIf(IS_ON_POSTGRES)('keeps other nodes from taking the lease until it is committed', async () => {
    const other = await open();
    const [first, second] = [await startNode(), await startNode({ db: other })];
    const lease = await taken(first, 'worker');
    await heartbeatOf(first);
    await kill(first);
    let isWritten = false;
    const { taking } = await first.run(lease, async () =>
      db.inTransaction(async () => {
        await addPlayer('a').execute();
        const waiting = second.take('worker').then((result) => ({ result, wasWritten: isWritten }));
        await delay(50);
        isWritten = true;
        return { taking: waiting };
      }),
    );
    expect(await taking).toMatchObject({ result: { lease: { epoch: 2 } }, wasWritten: true });
    await expect(first.run(lease, async () => addPlayer('b').execute())).rejects.toThrow(LeaseLostError);
    await second.stop();
    await other.close();
  });
});

describe.runIf(IS_ON_POSTGRES)('heartbeats', () => {
  it('keep leases longer than the expiry', async () => {
    const [first, second] = [await startNode(), await startNode()];
    const lease = await taken(first, 'battle:a');
    await delay(EXPIRY_MS * 1.5);
    expect(lease.isHeld).toBe(true);
    expect(await second.take('battle:a')).toBeNull();
  });

  it('may be missed for as long as the node is configured to live', async () => {
    const clock = { aheadMs: 0 };
    const now = (): number => performance.timeOrigin + performance.now() + clock.aheadMs;
    const node = await startNode({ now, expiryMs: 60_000 });
    const lease = await taken(node, 'battle:a');
    const lifetime = async (): Promise<number> => {
      const row = await db.selectFrom('nodes').select(['expires_at', 'seen_at']).executeTakeFirstOrThrow();
      return row.expires_at - row.seen_at;
    };
    expect(await lifetime()).toBeGreaterThan(59_000);
    clock.aheadMs = 50_000;
    expect(lease.isHeld).toBe(true);
    await db.updateTable('nodes').set({ expires_at: 1 }).execute();
    await expect.poll(lifetime).toBeGreaterThan(59_000);
  });

  it('that do not come make the leases uncertain in time, and certain again when no other node took them', async () => {
    const clock = { aheadMs: 0 };
    const now = (): number => performance.timeOrigin + performance.now() + clock.aheadMs;
    const node = await startNode({ now });
    const lease = await taken(node, 'battle:a');
    const other = await taken(node, 'battle:b');
    // The process was suspended, and another node has taken one of the two leases.
    const second = await startNode();
    clock.aheadMs = 10_000;
    expect(lease.isHeld).toBe(false);
    await whileDead(node, async () => taken(second, 'battle:b'));
    await expect.poll(() => lease.isHeld).toBe(true);
    expect(other.isHeld).toBe(false);
  });

  it('that arrive while another node takes a lease find it lost before they make the others certain again', async () => {
    const seen: boolean[] = [];
    let isHeld = (): boolean => true;
    const database = await open();
    const first = await startNode({ onDatabaseTime: () => seen.push(isHeld()) });
    const second = await startNode({ db: database });
    const lease = await taken(first, 'battle:a');
    isHeld = () => lease.isHeld;
    const { inTransaction } = database;
    const read = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    database.inTransaction = async (work) =>
      inTransaction.call(database, async () => {
        const value = await work();
        read.resolve();
        await commit.promise;
        return value;
      }) as ReturnType<typeof work>;
    const heartbeat = async (): Promise<void> => {
      seen.length = 0;
      await expect.poll(() => seen.length).toBeGreaterThan(0);
    };
    await heartbeat();
    // The heartbeat has expired at the database. The next one will arrive in time by the node's own clock.
    await kill(first);
    const taking = second.take('battle:a');
    await read.promise;
    seen.length = 0;
    await delay(2 * HEARTBEAT_MS);
    expect(seen).toEqual([]);
    commit.resolve();
    expect(await taking).toMatchObject({ lease: { epoch: 2, isHeld: true } });
    await heartbeat();
    expect(seen[0]).toBe(false);
    await second.stop();
    await database.close();
  });

  it('tell where the live nodes are reached, each address once', async () => {
    const first = await startNode({ url: 'https://one.example' });
    const second = await startNode({ url: 'https://two.example' });
    const other = await startNode({ url: 'https://two.example' });
    await startNode();
    await expect.poll(() => first.nodeUrls).toEqual(['https://one.example', 'https://two.example']);
    const before = first.nodeUrls;
    await delay(2 * HEARTBEAT_MS);
    expect(first.nodeUrls).toBe(before);
    await second.stop();
    await other.stop();
    await expect.poll(() => first.nodeUrls).toEqual(['https://one.example']);
  });

  it('that were interrupted prove nothing about the time after that until the work runs again', async () => {
    const clock = { aheadMs: 0 };
    const now = (): number => performance.timeOrigin + performance.now() + clock.aheadMs;
    const node = await startNode({ now });
    const lease = await taken(node, 'battle:a');
    const seenAt = async (): Promise<number> =>
      (await db.selectFrom('nodes').select('seen_at').where('id', '=', node.nodeId).executeTakeFirstOrThrow()).seen_at;
    const begun = await seenAt();
    await expect.poll(seenAt).toBeGreaterThan(begun);
    clock.aheadMs = 10_000;
    expect(lease.isHeld).toBe(false);
    const before = await seenAt();
    await expect.poll(() => lease.isHeld).toBe(true);
    await delay(EXPIRY_MS);
    expect([lease.isHeld, await seenAt()]).toEqual([true, before]);
    node.noteWorkRuns();
    await expect.poll(seenAt).toBeGreaterThan(before);
  });

  it('that reach the database after their expiry prolong the leases, and prove nothing', async () => {
    const node = await startNode();
    const lease = await taken(node, 'battle:a');
    await kill(node);
    const nodeRow = async () =>
      db.selectFrom('nodes').selectAll().where('id', '=', node.nodeId).executeTakeFirstOrThrow();
    let row = await nodeRow();
    while (row.expires_at === 1_001) row = await nodeRow();
    expect(row.seen_at).toBe(1_000);
    expect(lease.isHeld).toBe(true);
  });

  it('are by a clock that nothing corrects', async () => {
    const clock = { aheadMs: 0 };
    const node = await startNode({ now: () => Date.now(), steadyNow: () => performance.now() + clock.aheadMs });
    const lease = await taken(node, 'battle:a');
    clock.aheadMs = EXPIRY_MS;
    expect(lease.isHeld).toBe(false);
  });

  it('register a node again that the database has forgotten, without its leases', async () => {
    const node = await startNode();
    const lease = await taken(node, 'battle:a');
    await db.deleteFrom('leases').execute();
    await db.deleteFrom('nodes').execute();
    await expect.poll(async () => (await node.listNodes()).length).toBe(1);
    expect(lease.isHeld).toBe(false);
    expect((await node.take('battle:a'))?.lease.isHeld).toBe(true);
  });

  it('come before a lease is taken by a node that has missed them, so that it does not take it twice', async () => {
    const clock = { aheadMs: 0 };
    const node = await startNode({ now: () => performance.timeOrigin + performance.now() + clock.aheadMs });
    const lease = await taken(node, 'worker');
    clock.aheadMs = 10_000;
    await kill(node);
    expect(await node.take('worker')).toBeNull();
    expect(lease).toMatchObject({ epoch: 1, isHeld: true });
  });

  it('tell the time of the database', async () => {
    const times: number[] = [];
    await startNode({
      now: () => Date.now() + 60_000,
      onDatabaseTime: (databaseMs, nowMs) => times.push(databaseMs - nowMs),
    });
    expect(times[0]).toBeGreaterThan(-61_000);
    expect(times[0]).toBeLessThan(-59_000);
  });
});
