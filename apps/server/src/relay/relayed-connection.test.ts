import { ok } from '@popfray/engine/result';
import { CLOSE } from '@popfray/protocol/socket';
import { expect, it } from 'vitest';
import type { BattleConnection } from '../battles/index.ts';
import { RelayedConnection } from './relayed-connection.ts';

const HERE: BattleConnection = {
  userId: 'player',
  handleInputs: () => 'over',
  setSeed: () => ok(true),
  leave: () => undefined,
  disconnect: () => undefined,
};

it('follows a battle to its own node when the first attempt meets a database that is away', async () => {
  let owner = 'other-node';
  let attempts = 0;
  const faults: unknown[] = [];
  const inputs = { first: 0, untilMs: 10, inputs: new Int32Array(0) };
  const connection: RelayedConnection = new RelayedConnection({
    link: 1,
    client: { isOpen: true, send: () => undefined, close: () => undefined },
    claim: { sessionId: 'session', userId: 'player', token: 'token' },
    findOwner: async () => owner,
    async connectHere() {
      if (++attempts === 1) throw new Error('the database is away');
      return ok(HERE);
    },
    onFault: (error) => faults.push(error),
    send(nodeId, record) {
      if (record.type === 'connect') connection.handleRecord(nodeId, { type: 'connected', link: record.link });
    },
    isUsable: () => true,
    onEnd: () => undefined,
  });
  expect(await connection.attach()).toEqual(ok(true));
  owner = 'here';
  // Nothing waits for the connection to follow its battle, so a rejection of that would end the process.
  connection.handleRecord('other-node', { type: 'close', link: 1, code: CLOSE.moved, reason: '' });
  await expect.poll(() => connection.handleInputs(inputs)).toBe('over');
  expect(attempts).toBe(2);
  expect(faults).toHaveLength(1);
});
