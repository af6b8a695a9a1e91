import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '@popfray/engine/result';
import { encodeInputs } from '@popfray/protocol/battle';
import { beforeEach, expect, it } from 'vitest';
import type { BattleConnection, BattleConnectionError } from '../battles/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import type { RelayRecord } from './record.ts';
import { RelayHost } from './relay-host.ts';
import { makeSeatProof } from './seat-proof.ts';

const EDGE = 'edge';
const LINK = 7;
const SEAT = { sessionId: 'session', userId: 'player' };

type Connected = Result<BattleConnection, BattleConnectionError>;

/** An attempt to connect that the battles of the host have not answered yet. */
interface PendingAttempt {
  readonly client: Connection;
  readonly answer: (connected: Connected) => void;
}

let test: TestContext;
let sent: RelayRecord[];
let pending: PendingAttempt[];
let host: RelayHost;

beforeEach(async () => {
  test = await createTestContext();
  sent = [];
  pending = [];
  const connect = async (_session: string, _user: string, _token: string, client: Connection): Promise<Connected> => {
    const { promise, resolve } = Promise.withResolvers<Connected>();
    pending.push({ client, answer: resolve });
    return promise;
  };
  host = new RelayHost({ connect }, (_, record) => sent.push(record), test.context);
  return async () => test.stop();
});

function askToConnect(attempt: number): void {
  const to = test.context.leases.nodeId;
  const proof = makeSeatProof(test.context, { ...SEAT, from: EDGE, to, link: LINK, attempt });
  host.handleRecord(EDGE, { type: 'connect', link: LINK, attempt, ...SEAT, proof });
}

/** Answers an attempt as battles do: a client that is not open any more is refused. */
async function answer(at: number, connected: Connected): Promise<void> {
  const attempt = pending[at];
  attempt?.answer(attempt.client.isOpen ? connected : err('ERR_SESSION_STATE'));
  await setImmediate();
}

/** A connection to a battle that counts the batches it receives. */
function createConnection(): { readonly connection: BattleConnection; readonly received: number[] } {
  const received: number[] = [];
  const connection: BattleConnection = {
    userId: SEAT.userId,
    handleInputs: ({ first }) => {
      received.push(first);
      return 'accepted';
    },
    setSeed: () => ok(true),
    leave: () => undefined,
    disconnect: () => undefined,
  };
  return { connection, received };
}

it('asks the node of a client that it has removed meanwhile to try again, and refuses nothing', async () => {
  askToConnect(1);
  host.dropNode(EDGE);
  await answer(0, ok(createConnection().connection));
  expect(sent.every(({ type }) => type === 'unknown')).toBe(true);
  expect(sent.at(-1)).toEqual({ type: 'unknown', link: LINK, attempt: 1 });
});

it('keeps the client of a second attempt when the first one ends after that has begun', async () => {
  askToConnect(1);
  host.dropNode(EDGE);
  askToConnect(2);
  await answer(0, err('ERR_BATTLE_MOVED'));
  const { connection, received } = createConnection();
  await answer(1, ok(connection));
  expect(sent.at(-1)).toEqual({ type: 'connected', link: LINK, attempt: 2 });
  const frame = encodeInputs({ first: 3, untilMs: 10, inputs: new Int32Array(0) });
  host.handleRecord(EDGE, { type: 'inputs', link: LINK, frame });
  expect(received).toEqual([3]);
});

it('keeps a client whose first attempt fails while the second one is under way', async () => {
  askToConnect(1);
  askToConnect(2);
  await answer(0, err('ERR_BATTLE_MOVED'));
  await answer(1, ok(createConnection().connection));
  expect(sent).toEqual([
    { type: 'refused', link: LINK, attempt: 1, code: 'ERR_BATTLE_MOVED' },
    { type: 'connected', link: LINK, attempt: 2 },
  ]);
});
