import { err } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { countPractice } from './practice.ts';

/** Practice rounds of signed-in players, for the statistics of their profiles alone. */
export function addPractice(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.finishPractice, ({ address, body }) =>
    body.address === address ? countPractice(context, address, body.replay) : err('ERR_ADDRESS_OTHER'),
  );
}
