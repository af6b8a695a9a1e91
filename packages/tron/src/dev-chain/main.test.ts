import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, connect, TRX } from './dev-chain.fixture.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** How often a condition is checked, ms. */
const POLL = { interval: 10 };

const folder = mkdtempSync(join(tmpdir(), 'dev-chain-'));
const started = new Set<ChildProcessWithoutNullStreams>();

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, NODE_ENV: '' } });
  started.add(child);
  return child;
}

/** Runs it to its end. */
async function end(child: ChildProcessWithoutNullStreams) {
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { output, errors, code: code as unknown };
}

/** Starts it on any free port and waits till it says where it is. */
async function start(...args: string[]): Promise<{ child: ChildProcessWithoutNullStreams; url: string }> {
  const child = run('--port', '0', ...args);
  let seen = '';
  for await (const chunk of child.stdout) {
    seen += String(chunk);
    const [, url] = /at (http:\S+)/.exec(seen) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`It ended; it said: ${seen}`);
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  return (await (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()) as Record<string, unknown>;
}

const status = async (url: string) =>
  (await (await fetch(`${url}/dev/status`)).json()) as {
    readonly head: { readonly number: number; readonly timestampMs: number };
    readonly mintedSun: number;
    readonly burnedSun: number;
    readonly heldSun: number;
  };

describe('pnpm devchain', () => {
  it('says what there is', async () => {
    const { output, code } = await end(run('--help'));
    expect(code).toBe(0);
    expect(output).toContain('POST /dev/faucet');
  });

  it('refuses a flag that it does not know', async () => {
    const { errors, code } = await end(run('--host', '0.0.0.0'));
    expect(code).toBe(2);
    expect(errors).toContain('--help');
  });

  it('says so when its port is taken', async () => {
    const { url } = await start();
    const { errors, code } = await end(run('--port', new URL(url).port));
    expect(code).toBe(1);
    expect(errors).toContain('is taken by another program');
    expect(errors).toContain('ERR_PORT_TAKEN');
  });

  it('refuses to run in production', async () => {
    const child = spawn(process.execPath, [MAIN], { env: { ...process.env, NODE_ENV: 'production' } });
    started.add(child);
    expect(await end(child)).toMatchObject({ code: 1, errors: expect.stringContaining('ERR_DEV_CHAIN_PRODUCTION') });
  });

  it('ends at a signal, and continues where it was', async () => {
    const path = join(folder, 'signal.db');
    const first = await start('--data', path, '--block-ms', '0');
    await post(`${first.url}/dev/faucet`, { address: ALICE.address, amountSun: TRX });
    first.child.kill('SIGTERM');
    expect(await once(first.child, 'exit')).toEqual([0, null]);
    const second = await start('--data', path, '--block-ms', '0');
    expect(await status(second.url)).toMatchObject({ head: { number: 1 }, mintedSun: TRX });
  });

  it('loses nothing when it is killed at any moment: accepted transactions and every sun are still there', async () => {
    const path = join(folder, 'killed.db');
    const accepted: string[] = [];
    let last = { number: 0, timestampMs: 0 };
    for (let round = 0; round < 3; round++) {
      const { child, url } = await start('--data', path, '--block-ms', '20');
      const now = await status(url);
      expect(now.head.number).toBeGreaterThanOrEqual(last.number);
      expect(now.head.timestampMs).toBeGreaterThanOrEqual(last.timestampMs);
      expect(now.heldSun + now.burnedSun).toBe(now.mintedSun);
      await post(`${url}/dev/faucet`, { address: ALICE.address, amountSun: 100 * TRX });
      const tronWeb = connect(url);
      for (const txid of accepted)
        await expect.poll(() => tronWeb.trx.getConfirmedTransaction(txid), POLL).toBeDefined();

      // Transfers keep coming while the program is killed, so that it dies in the middle of something.
      let isAlive = true;
      const sending = (async () => {
        for (let amount = 1; isAlive; amount++) {
          const sent = await tronWeb.trx.sendTransaction(BOB.address, 1_000 * round + amount).catch(() => undefined);
          if (sent?.result) accepted.push(sent.transaction.txID);
        }
      })();
      await expect.poll(() => accepted.length, POLL).toBeGreaterThan(3 * (round + 1));
      last = (await status(url)).head;
      child.kill('SIGKILL');
      await once(child, 'exit');
      isAlive = false;
      await sending;
    }
    const { url } = await start('--data', path, '--block-ms', '20');
    const tronWeb = connect(url);
    for (const txid of accepted) await expect.poll(() => tronWeb.trx.getConfirmedTransaction(txid), POLL).toBeDefined();
    const { mintedSun, burnedSun, heldSun } = await status(url);
    expect(heldSun + burnedSun).toBe(mintedSun);
    const sums = await Promise.all([ALICE, BOB].map(async ({ address }) => tronWeb.trx.getBalance(address)));
    expect(sums.reduce((sum, sun) => sum + sun, 0)).toBe(heldSun);
  });
});
