import type { Answer, ChainError } from '@popfray/chain';
import { ok, type Result } from '@popfray/engine/result';
import { z } from 'zod';
import { badAnswer, expectShape, type Ask } from './http-api.ts';

/** A block as far as it matters here. */
export interface Block {
  /** 64 hex digits, the first 16 of which are its number. */
  readonly id: string;
  readonly number: number;
  /** Epoch ms. */
  readonly timestampMs: number;
}

/** Block 0 has neither number nor time in JSON: java-tron leaves defaults out. */
const blockShape = z.object({
  blockID: z.string().regex(/^[0-9a-f]{64}$/),
  block_header: z.object({
    raw_data: z.object({ number: z.int().nonnegative().default(0), timestamp: z.int().nonnegative().default(0) }),
  }),
});

/** Asks for a block. */
async function askBlock(ask: Ask, path: string, body: object): Answer<Block> {
  const answer = await ask(path, body);
  return answer.ok ? parseBlock(answer.value, path) : answer;
}

/** A block's header in a node's answer. */
export function parseBlock(json: object, path: string): Result<Block, ChainError> {
  const shape = expectShape(blockShape, json, path);
  if (!shape.ok) return shape;
  const { blockID: id, block_header: header } = shape.value;
  const { number, timestamp: timestampMs } = header.raw_data;
  if (Number.parseInt(id.slice(0, 16), 16) !== number)
    return badAnswer(`${path}: the id of block ${number} is another’s`);
  return ok({ id, number, timestampMs });
}

/** Block 0, which tells the chain. */
export async function askFirstBlock(ask: Ask, path: string): Answer<Block> {
  const answer = await askBlock(ask, path, { num: 0 });
  if (!answer.ok || answer.value.number === 0) return answer;
  return badAnswer(`${path}: asked for block 0, it shows block ${answer.value.number}`);
}

/** The newest block that can no longer be undone. */
export const askSolidBlock = (askSolid: Ask): Answer<Block> => askBlock(askSolid, 'walletsolidity/getnowblock', {});

/** The newest block. */
export const askNewestBlock = (ask: Ask): Answer<Block> => askBlock(ask, 'wallet/getblock', { detail: false });
