import { err, ok } from '@popfray/engine/result';
import { CALLS, type WatchedBattle } from '@popfray/protocol';
import type { Hono } from 'hono';
import type { SpectatorView } from '../battles/index.ts';
import type { Context } from '../platform/context/index.ts';
import { answer, type Gate } from '../platform/http/index.ts';
import { findSession, findSoloRound, seatsOf } from '../sessions/index.ts';
import { EMOTE_ACTION, Emotes } from './emotes.ts';
import { createFeaturedList } from './featured.ts';
import { createLiveBattleList } from './live-battles.ts';
import { Spectators } from './spectators.ts';
import { SpectatorViews } from './views.ts';

const WORDS = 4;
const CLICK_WORDS = 3;
const SECOND_MS = 1_000;
const EMOTE_ID_BYTES = 9;

/** What anybody can watch of live battles, and the emotes of players and spectators. */
export function addWatching(app: Hono, gate: Gate, context: Context): void {
  const { db, bus, now, randomBytes } = context;
  const list = createLiveBattleList(context);
  const featured = createFeaturedList(context);
  const views = new SpectatorViews(context);
  const spectators = new Spectators();
  const emotes = new Emotes(bus, now);

  answer(app, gate, CALLS.getLiveBattles, async () => ok(await list()));

  answer(app, gate, CALLS.getFeaturedRounds, async () => ok(await featured()));

  answer(app, gate, CALLS.watchBattle, async ({ call, param, query: { from, spectator } }) => {
    const view = await views.of(param('id'));
    if (view === undefined) return err('ERR_SESSION_UNKNOWN');
    if (!spectators.admit(param('id'), gate.networkOf(call), spectator, now())) return err('ERR_SPECTATORS');
    const nameOf = (playerId: string): string | null =>
      view.players.find(({ user_id }) => user_id === playerId)?.username ?? null;
    return ok({ ...showSeconds(view, from), emotes: emotes.list(param('id'), nameOf) });
  });

  answer(app, gate, CALLS.sendEmote, async ({ call, param, body: { emote } }) => {
    const sessionId = param('id');
    const session = await findSession(db, sessionId);
    if (session === undefined || (await findSoloRound(db, sessionId)) !== undefined) return err('ERR_SESSION_UNKNOWN');
    const isShown = session.status === 'starting' || session.status === 'playing' || session.status === 'settled';
    if (!isShown) return err('ERR_SESSION_STATE');
    const address = await gate.findPlayer(call);
    const players = (await seatsOf(db, sessionId)).filter(({ status }) => status === 'taken');
    const isPlayer = address !== null && players.some(({ user_id }) => user_id === address);
    // What is too much is dropped: the players receive no more, however many spectators there are.
    if (!isPlayer && !emotes.takeTurn(sessionId)) return ok({});
    const playerId = isPlayer ? address : '';
    bus.publish({
      type: 'game-action',
      gameId: sessionId,
      playerId,
      action: EMOTE_ACTION,
      fields: { emote, id: Buffer.from(randomBytes(EMOTE_ID_BYTES)).toString('base64url') },
      receiverIds: players.flatMap(({ user_id }) => (user_id === playerId ? [] : [user_id])),
    });
    return ok({});
  });
}

/** The part of a view from a second on. */
function showSeconds(view: SpectatorView, wanted: number): Omit<WatchedBattle, 'emotes'> {
  const { session, status, rulesId, rulesVersion, seconds, shownMs, blocks, players } = view;
  const from = Math.min(wanted, seconds);
  return {
    sessionId: session.id,
    sessionName: session.name,
    status,
    rulesId,
    rulesVersion,
    from,
    until: seconds,
    shownMs,
    blocks: [...blocks.subarray(from * WORDS)],
    players: players.map(({ place, username, chain, isBot, clicks }) => ({
      place,
      username,
      blockchain: chain,
      isBot,
      clicks: [...clicks.subarray(firstClick(clicks, from * SECOND_MS))],
    })),
  };
}

/** Index of the first click at or after a time of the round, ms. */
function firstClick(clicks: Int32Array, ms: number): number {
  let at = 0;
  while (at < clicks.length && (clicks[at] ?? 0) < ms) at += CLICK_WORDS;
  return at;
}
