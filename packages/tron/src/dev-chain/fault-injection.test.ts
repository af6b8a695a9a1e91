import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, connect, makeTransfer, startServer, TRX } from './dev-chain.fixture.ts';
import type { Faults } from './faults.ts';
import type { DevChainServer } from './server.ts';

const BROADCAST = '/wallet/broadcasttransaction';

/** How often a condition is checked, ms. */
const POLL = { interval: 10 };

let server: DevChainServer;
let unique = 0;

beforeAll(async () => {
  server = await startServer();
  server.chain.faucet(BOB.address, 1);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.chain.faucet(ALICE.address, 100 * TRX);
});
afterEach(() => setFaults({}));

/** Sets faults over HTTP, as another program would. */
async function setFaults(faults: Faults): Promise<void> {
  const answer = await fetch(`${server.url}/dev/faults`, { method: 'POST', body: JSON.stringify(faults) });
  expect(await answer.json()).toEqual(faults);
}

const makeUnique = () => makeTransfer(server, { timestampMs: server.chain.head.timestampMs + ++unique });

const post = async (path: string, body: unknown): Promise<Response> =>
  fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) });

const find = async (txid: string, root = 'wallet'): Promise<unknown> =>
  (await post(`/${root}/gettransactionbyid`, { value: txid })).json();

describe('a lost answer', () => {
  it('closes the connection, and the transaction was taken all the same', async () => {
    await setFaults({ loseAnswer: { path: BROADCAST, count: 1 } });
    const transfer = await makeUnique();
    await expect(post(BROADCAST, transfer)).rejects.toThrow('fetch failed');
    expect(await find(transfer.txID)).toHaveProperty('txID', transfer.txID);
    expect(await (await post(BROADCAST, transfer)).json()).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
  });

  it('makes tronweb throw', async () => {
    await setFaults({ loseAnswer: { count: 1 } });
    await expect(connect(server.url).trx.getCurrentBlock()).rejects.toThrow('socket hang up');
    await expect(connect(server.url).trx.getCurrentBlock()).resolves.toHaveProperty('blockID');
  });
});

describe('a delay', () => {
  it('keeps the caller waiting, and then does as it was told', async () => {
    await setFaults({ delay: { ms: 80, count: 1 } });
    const start = performance.now();
    const answer = await post(BROADCAST, await makeUnique());
    expect(performance.now() - start).toBeGreaterThanOrEqual(75);
    expect(await answer.json()).toHaveProperty('result', true);
  });

  it('carries out what a caller no longer waits for', async () => {
    await setFaults({ delay: { ms: 2_000, path: BROADCAST, count: 1 } });
    const transfer = await makeUnique();
    const caller = new AbortController();
    const body = JSON.stringify(transfer);
    const asked = fetch(server.url + BROADCAST, { method: 'POST', body, signal: caller.signal });
    // It is received.
    await expect.poll(() => server.chain.faults.inForce, POLL).toEqual({});
    caller.abort();
    await expect(asked).rejects.toThrow('aborted');
    expect(await find(transfer.txID)).toEqual({});
    await expect.poll(() => find(transfer.txID), POLL).toHaveProperty('txID', transfer.txID);
  });

  it('carries out nothing once the chain is stopped', async () => {
    const other = await startServer();
    other.chain.faults.set({ delay: { ms: 60_000, count: 1 } });
    const failed = fetch(`${other.url}/wallet/getnowblock`).catch((error: unknown) => error);
    await expect.poll(() => other.chain.faults.inForce, POLL).toEqual({});
    await other.stop();
    expect(await failed).toHaveProperty('message', 'fetch failed');
  });
});

describe('a page', () => {
  it('comes back in the place of JSON, and nothing is done', async () => {
    await setFaults({ page: { count: 2 } });
    const transfer = await makeUnique();
    const answer = await post(BROADCAST, transfer);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(await answer.text()).toContain('lite fullnode');
    await expect(connect(server.url).trx.getTransaction(transfer.txID)).resolves.toContain('lite fullnode');
    expect(await find(transfer.txID)).toEqual({});
  });
});

describe('a rate limit', () => {
  it('comes back as HTTP 200 and an error, and nothing is done', async () => {
    await setFaults({ rateLimit: { count: 1 } });
    const transfer = await makeUnique();
    const answer = await post(BROADCAST, transfer);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      Error: 'class java.lang.IllegalAccessException : lack of computing resources',
    });
    expect(await find(transfer.txID)).toEqual({});
  });
});

describe('a busy node', () => {
  it('takes no transaction, and answers everything else', async () => {
    await setFaults({ busy: { count: 1 } });
    const transfer = await makeUnique();
    expect(await (await post(BROADCAST, transfer)).json()).toEqual({
      code: 'SERVER_BUSY',
      txid: transfer.txID,
      message: Buffer.from('Server busy.').toString('hex'),
    });
    expect(await (await post(BROADCAST, transfer)).json()).toHaveProperty('result', true);
  });
});

describe('a dropped transaction', () => {
  it('seems to wait, is a duplicate, and never gets into a block', async () => {
    await setFaults({ drop: { count: 1 } });
    const transfer = await makeUnique();
    expect(await (await post(BROADCAST, transfer)).json()).toHaveProperty('result', true);
    server.chain.mine(3);
    expect(await find(transfer.txID)).toMatchObject({ ret: [{ contractRet: 'SUCCESS' }] });
    expect(await find(transfer.txID, 'walletsolidity')).toEqual({});
    expect(await (await post(BROADCAST, transfer)).json()).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
  });

  it('is forgotten when it has expired, and is never taken after that', async () => {
    await setFaults({ drop: { count: 1 } });
    const transfer = await makeUnique();
    await post(BROADCAST, transfer);
    server.chain.mine(1, 60_000);
    expect(await find(transfer.txID)).toEqual({});
    expect(await (await post(BROADCAST, transfer)).json()).toMatchObject({ code: 'TRANSACTION_EXPIRATION_ERROR' });
  });

  it('is forgotten at once if asked for, and taken when it comes again', async () => {
    await setFaults({ drop: { count: 1, forget: true } });
    const transfer = await makeUnique();
    expect(await (await post(BROADCAST, transfer)).json()).toHaveProperty('result', true);
    expect(await find(transfer.txID)).toEqual({});
    expect(await (await post(BROADCAST, transfer)).json()).toHaveProperty('result', true);
    server.chain.mine(1);
    expect(await find(transfer.txID)).toHaveProperty('txID', transfer.txID);
  });

  it('does not use up a drop by being invalid', async () => {
    await setFaults({ drop: { count: 1 } });
    await post(BROADCAST, { ...(await makeUnique()), signature: [] });
    expect(server.chain.faults.inForce).toEqual({ drop: { count: 1 } });
  });
});

describe('a node that remembers what it refused', () => {
  it('calls it a duplicate, though it never had it, until the fault is cleared', async () => {
    await setFaults({ rememberRefused: true });
    const transfer = await makeTransfer(server, { amountSun: 1_000_000 * TRX, timestampMs: ++unique });
    expect(await (await post(BROADCAST, transfer)).json()).toMatchObject({ code: 'CONTRACT_VALIDATE_ERROR' });
    server.chain.faucet(ALICE.address, 1_000_000 * TRX);
    expect(await (await post(BROADCAST, transfer)).json()).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
    expect(await find(transfer.txID)).toEqual({});
    await setFaults({});
    expect(await (await post(BROADCAST, transfer)).json()).toHaveProperty('result', true);
  });

  it('remembers nothing that it was too busy for', async () => {
    await setFaults({ rememberRefused: true, busy: { count: 1 } });
    const transfer = await makeUnique();
    expect(await (await post(BROADCAST, transfer)).json()).toHaveProperty('code', 'SERVER_BUSY');
    expect(await (await post(BROADCAST, transfer)).json()).toHaveProperty('result', true);
  });
});

describe('blocks that do not become final', () => {
  it('pile up until the fault is cleared', async () => {
    const before = server.chain.solid.number;
    await setFaults({ stopSolidifying: true });
    server.chain.mine(20);
    expect(server.chain.solid.number).toBe(before);
    await setFaults({});
    server.chain.mine(1);
    expect(server.chain.solid.number).toBe(server.chain.head.number - 2);
  });
});

describe('the faults in force', () => {
  it('are shown, with what is left of them', async () => {
    await setFaults({ page: { path: '/wallet/getnowblock', count: 5 }, stopSolidifying: true });
    await fetch(`${server.url}/wallet/getnowblock`);
    expect(await (await fetch(`${server.url}/dev/faults`)).json()).toEqual({
      page: { path: '/wallet/getnowblock', count: 4 },
      stopSolidifying: true,
    });
  });

  it('stay as they were when new ones make no sense', async () => {
    await setFaults({ stopSolidifying: true });
    const answer = await post('/dev/faults', { lag: {} });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'ERR_DEV_FAULTS' } });
    expect(server.chain.faults.inForce).toEqual({ stopSolidifying: true });
  });
});
