import type { Answer } from '@popfray/chain';
import { ok } from '@popfray/engine/result';
import { z } from 'zod';
import { badAnswer, expectShape, isNothing, type Ask } from './http-api.ts';

/** `getaccount`; java-tron leaves a balance of 0 out. An account that was never paid is `{}`. */
const account = z.object({ address: z.string().optional(), balance: z.int().nonnegative().default(0) });

/** Final spendable balance of an address (hex) in sun. */
export async function askBalance(askSolid: Ask, address: string): Answer<number> {
  const found = await askAccount(askSolid, address);
  return found.ok ? ok(found.value?.balance ?? 0) : found;
}

/** Whether an address (hex) has an account in the final blocks: the first payment to it makes one. */
export async function askHasAccount(askSolid: Ask, address: string): Answer<boolean> {
  const found = await askAccount(askSolid, address);
  return found.ok ? ok(found.value !== null) : found;
}

/** The account of an address (hex); null when there is none. */
async function askAccount(askSolid: Ask, address: string): Answer<z.infer<typeof account> | null> {
  const path = 'walletsolidity/getaccount';
  const answer = await askSolid(path, { address });
  if (!answer.ok) return answer;
  if (isNothing(answer.value)) return ok(null);
  const shape = expectShape(account, answer.value, path);
  if (!shape.ok) return shape;
  if (shape.value.address !== address) return badAnswer(`${path}: it is another’s account`);
  return ok(shape.value);
}
