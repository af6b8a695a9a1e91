import { ok } from '@popfray/chain';
import { CALLS, MIN_WITHDRAWAL_SUN } from '@popfray/protocol';
import type { Hono } from 'hono';
import type { Context } from '../context.ts';
import { answer, type Gate } from './answer.ts';

/** What the page has to know before anything else. */
export function addPlatform(app: Hono, gate: Gate, { settings, house }: Context): void {
  answer(app, gate, CALLS.getPlatform, () =>
    ok({
      network: settings.network,
      houseAddress: house.address,
      minWithdrawalSun: MIN_WITHDRAWAL_SUN,
      crossChainUrl: settings.crossChainUrl,
    }),
  );
}
