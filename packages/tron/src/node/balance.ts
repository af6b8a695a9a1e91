import { ok, type Answer } from '@popfray/chain';
import { z } from 'zod';
import { badAnswer, expectShape, isNothing, type Ask } from './http-api.ts';

/** `getaccount`; java-tron leaves a balance of 0 out. An account that was never paid is `{}`. */
const account = z.object({ address: z.string().optional(), balance: z.int().nonnegative().default(0) });

/** Final spendable balance of an address (hex) in sun. */
export async function askBalance(askSolid: Ask, address: string): Answer<number> {
  const path = 'walletsolidity/getaccount';
  const answer = await askSolid(path, { address });
  if (!answer.ok) return answer;
  if (isNothing(answer.value)) return ok(0);
  const shape = expectShape(account, answer.value, path);
  if (!shape.ok) return shape;
  if (shape.value.address !== address) return badAnswer(`${path}: it is another’s account`);
  return ok(shape.value.balance);
}
