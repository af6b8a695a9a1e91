import { serve } from '@hono/node-server';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Hono } from 'hono';
import { encodeTransfer, type RawTransfer } from './raw-transfer.ts';
import { addressOf } from './signature.ts';
import { hashOf, makeTransaction } from './transaction.ts';

/** A node whose answers a test chooses. */
export interface HostileNode {
  readonly url: string;
  /** What it says from now on when it is asked for a path such as `wallet/getblock`: JSON, or a response of any kind. */
  say(path: string, answer: unknown): void;
  /** The same for every path that it was told nothing about. */
  sayElse(answer: (() => Response | Promise<Response>) | undefined): void;
  /** What it has been asked, in order. */
  readonly asked: readonly { readonly path: string; readonly body: unknown; readonly apiKey: string | undefined }[];
  stop(): Promise<void>;
}

/** Starts one on a free port of loopback. It answers `{}` to what it was told nothing about. */
export async function startHostileNode(): Promise<HostileNode> {
  const answers = new Map<string, unknown>();
  const asked: { path: string; body: unknown; apiKey: string | undefined }[] = [];
  let otherwise: (() => Response | Promise<Response>) | undefined;
  const app = new Hono().all('*', async (call) => {
    const path = call.req.path.slice(1);
    asked.push({ path, body: await call.req.json(), apiKey: call.req.header('TRON-PRO-API-KEY') });
    const answer = answers.get(path);
    if (answer === undefined) return otherwise ? otherwise() : call.json({});
    if (typeof answer === 'function') return (answer as () => Response | Promise<Response>)();
    return typeof answer === 'string' ? call.body(answer) : call.json(answer as object);
  });
  const server = await new Promise<{ port: number; close: () => Promise<void> }>((resolve) => {
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      resolve({
        port,
        close: () =>
          new Promise((closed) => {
            if ('closeAllConnections' in listening) listening.closeAllConnections();
            listening.close(() => closed());
          }),
      });
    });
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked,
    say: (path, answer) => void answers.set(path, answer),
    sayElse(answer) {
      otherwise = answer;
    },
    stop: server.close,
  };
}

/** Keys that hold play money at most. */
export const PAYER_KEY: string = '1'.repeat(64);
export const HOUSE_KEY: string = '2'.repeat(64);
export const PAYER: string = addressOf(PAYER_KEY) ?? '';
export const HOUSE: string = addressOf(HOUSE_KEY) ?? '';

/** A block's time, epoch ms. */
export const BLOCK_MS = 1_700_000_000_000;
export const BLOCK_NUMBER = 1_000;

/** A block as a node shows it. */
export const blockJson = (number: number = BLOCK_NUMBER, timestamp: number = BLOCK_MS): object => ({
  blockID: number.toString(16).padStart(16, '0') + 'ab'.repeat(24),
  block_header: { raw_data: { number, timestamp } },
});

/** An honest payment of 5,000,000 sun to the house. */
export const TRANSFER: RawTransfer = {
  from: PAYER,
  to: HOUSE,
  amount: 5_000_000,
  expirationMs: BLOCK_MS + 60_000,
  timestampMs: BLOCK_MS - 1_000,
  refBlockBytes: '03e7',
  refBlockHash: 'cd'.repeat(8),
  refBlockNumber: 0,
  data: '',
  permissionId: 0,
  feeLimit: 0,
};

/** A transaction as `gettransactionbyid` shows it, with these members put in their place. */
export interface TransactionJson {
  readonly txID: string;
  readonly raw_data: object;
  readonly raw_data_hex: string;
  readonly ret: readonly object[];
}

/** How a node shows a transfer that was carried out. */
export function transactionJson(raw: RawTransfer = TRANSFER): TransactionJson {
  const hex = bytesToHex(encodeTransfer(raw));
  const json = makeTransaction({ txid: hashOf(hex), raw, signatures: ['ab'.repeat(65)] });
  return { ...(JSON.parse(json) as TransactionJson), ret: [{ contractRet: 'SUCCESS' }] };
}

/** How a node shows the receipt of a transaction. */
export const infoJson = (id: string): object => ({
  id,
  blockNumber: BLOCK_NUMBER,
  blockTimeStamp: BLOCK_MS,
  contractResult: [''],
  receipt: { net_usage: 268 },
});
