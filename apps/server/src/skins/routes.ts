import { ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import type { Context } from '../platform/context/index.ts';
import { answer, type Gate } from '../platform/http/index.ts';
import { showOwnSkins } from './skin.ts';

/** Which skins a player has. `payments/` sells them. */
export function addSkins(app: Hono, gate: Gate, { db }: Context): void {
  answer(app, gate, CALLS.getMySkins, async ({ address }) => ok(await showOwnSkins(db, address)));
}
