import { setImmediate } from 'node:timers/promises';
import { ok } from '@popfray/engine/result';
import { CLOSE } from '@popfray/protocol/socket';
import { expect, it } from 'vitest';
import type { BattleConnection } from '../battles/index.ts';
import type { RelayRecord } from './record.ts';
import { RelayedConnection } from './relayed-connection.ts';

const HERE: BattleConnection = {
  userId: 'player',
  handleInputs: () => 'over',
  setSeed: () => ok(true),
  leave: () => undefined,
  disconnect: () => undefined,
};

const SEAT = { sessionId: 'session', userId: 'player' };

it('follows a battle to its own node when the first attempt meets a database that is away', async () => {
  let owner = 'other-node';
  let attempts = 0;
  const faults: unknown[] = [];
  const inputs = { first: 0, untilMs: 10, inputs: new Int32Array(0) };
  const connection: RelayedConnection = new RelayedConnection({
    link: 1,
    client: { isOpen: true, send: () => undefined, close: () => undefined },
    seat: SEAT,
    prove: () => 'proof',
    findOwner: async () => owner,
    async connectHere() {
      if (++attempts === 1) throw new Error('the database is away');
      return ok(HERE);
    },
    onFault: (error) => faults.push(error),
    send(nodeId, record) {
      if (record.type === 'connect') connection.handleRecord(nodeId, { ...record, type: 'connected' });
    },
    isUsable: () => true,
    onEnd: () => undefined,
  });
  expect(await connection.attach()).toEqual(ok(true));
  owner = 'here';
  // Nothing waits for the connection to follow its battle, so a rejection of that would end the process.
  connection.handleRecord('other-node', { type: 'close', link: 1, attempt: 1, code: CLOSE.moved, reason: '' });
  await expect.poll(() => connection.handleInputs(inputs)).toBe('over');
  expect(attempts).toBe(2);
  expect(faults).toHaveLength(1);
});

/** The attempts to connect that a node has received, and a connection whose attempts it answers when the test says so. */
function connectSlowly(): {
  readonly connection: RelayedConnection;
  readonly attempts: number[];
  readonly closes: number[];
} {
  const attempts: number[] = [];
  const closes: number[] = [];
  const connection = new RelayedConnection({
    link: 1,
    client: { isOpen: true, send: () => undefined, close: (code) => closes.push(code) },
    seat: SEAT,
    prove: () => 'proof',
    findOwner: async () => 'other-node',
    connectHere: async () => ok(HERE),
    onFault: () => undefined,
    send: (_, record) => record.type === 'connect' && attempts.push(record.attempt),
    isUsable: () => true,
    onEnd: () => undefined,
  });
  return { connection, attempts, closes };
}

it.each<RelayRecord>([
  { type: 'connected', link: 1, attempt: 1 },
  { type: 'refused', link: 1, attempt: 1, code: 'ERR_SESSION_STATE' },
  { type: 'unknown', link: 1, attempt: 1 },
  { type: 'unknown', link: 1, attempt: 0 },
  { type: 'close', link: 1, attempt: 1, code: CLOSE.replaced, reason: '' },
  { type: 'close', link: 1, attempt: 1, code: CLOSE.moved, reason: '' },
])('does not take the answer to an earlier attempt for the one to the last: %o', async (late) => {
  const { connection, attempts, closes } = connectSlowly();
  let result: unknown;
  const attaching = connection.attach().then((attached) => (result = attached));
  // The node does not answer the first attempt in time.
  await expect.poll(() => attempts).toEqual([1, 2]);
  connection.handleRecord('other-node', late);
  await setImmediate();
  expect(result).toBeUndefined();
  expect(closes).toEqual([]);
  connection.handleRecord('other-node', { type: 'connected', link: 1, attempt: 2 });
  await attaching;
  expect(result).toEqual(ok(true));
  expect(attempts).toEqual([1, 2]);
});

it.each<readonly [string, (connection: RelayedConnection) => void]>([
  [
    'the node gives the battle up',
    (connection) =>
      connection.handleRecord('other-node', { type: 'close', link: 1, attempt: 1, code: CLOSE.moved, reason: '' }),
  ],
  [
    'the node forgets the client',
    (connection) => connection.handleRecord('other-node', { type: 'unknown', link: 1, attempt: 1 }),
  ],
  ['another node has the battle', (connection) => connection.handleMove('third-node')],
  ['records are lost', (connection) => void connection.follow()],
])('connects again when %s in the moment in which the client is accepted', async (_, lose) => {
  const { connection, attempts } = connectSlowly();
  const attaching = connection.attach();
  await expect.poll(() => attempts).toEqual([1]);
  // Both records may be in one message, and are handled in one turn.
  connection.handleRecord('other-node', { type: 'connected', link: 1, attempt: 1 });
  lose(connection);
  await expect.poll(() => attempts).toEqual([1, 2]);
  connection.handleRecord('other-node', { type: 'connected', link: 1, attempt: 2 });
  expect(await attaching).toEqual(ok(true));
});

it('connects again when records were lost while it waited for the answer', async () => {
  const { connection, attempts } = connectSlowly();
  const attaching = connection.attach();
  await expect.poll(() => attempts).toEqual([1]);
  // What the battle has sent to the client before the answer may be among them.
  void connection.follow();
  connection.handleRecord('other-node', { type: 'connected', link: 1, attempt: 1 });
  await expect.poll(() => attempts).toEqual([1, 2]);
  connection.handleRecord('other-node', { type: 'connected', link: 1, attempt: 2 });
  expect(await attaching).toEqual(ok(true));
});

it('leaves the battle again at the node that continues it, because the node before may not have stored that', async () => {
  const left: string[] = [];
  let owner = 'first-node';
  let attempt = 0;
  const connection: RelayedConnection = new RelayedConnection({
    link: 1,
    client: { isOpen: true, send: () => undefined, close: () => undefined },
    seat: SEAT,
    prove: () => 'proof',
    findOwner: async () => owner,
    connectHere: async () => ok({ ...HERE, leave: () => left.push('here') }),
    onFault: (error) => {
      throw error;
    },
    send(nodeId, record) {
      if (record.type === 'connect') {
        ({ attempt } = record);
        connection.handleRecord(nodeId, { type: 'connected', link: record.link, attempt });
      }
      if (record.type === 'leave') left.push(nodeId);
    },
    isUsable: () => true,
    onEnd: () => undefined,
  });
  await connection.attach();
  connection.leave();
  for (const next of ['second-node', 'here']) {
    const before = owner;
    owner = next;
    connection.handleRecord(before, { type: 'close', link: 1, attempt, code: CLOSE.moved, reason: '' });
    await expect.poll(() => left.at(-1)).toBe(next);
  }
  expect(left).toEqual(['first-node', 'second-node', 'here']);
});
