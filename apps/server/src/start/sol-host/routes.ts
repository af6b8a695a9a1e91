import { err, ok, type Result } from '@popfray/engine/result';
import {
  CALLS,
  CROSS_CHAIN_CALLS,
  HOST_CALLS,
  NEW_SESSION,
  type Call,
  type FailureCode,
  type JoinForm,
  type Session,
} from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Asked, type Gate } from '../../platform/http/index.ts';
import { historyOf, postChat } from '../../chat/index.ts';
import type { Context } from '../../platform/context/index.ts';
import { checkProof, type ProvenPlayer } from '../../cross-chain/index.ts';
import { welcomePlayer } from '../../players/index.ts';
import {
  cancelSession,
  createSession,
  findSeat,
  findSession,
  isSeatToken,
  joinSession,
  leaveSession,
  makeSeatToken,
  seatsOf,
  setReady,
  showSession,
  startSession,
} from '../../sessions/index.ts';
import { showReceipt } from '../../settlement/index.ts';

/** A player's seat with its tokens. */
interface Admitted {
  readonly session: Session;
  readonly userId: string;
  readonly memberToken: string;
  readonly seat: { readonly socketUrl: string; readonly token: string };
}

/**
 * Adds the calls of players of the host's own chain: the cross-chain server's calls about seats, and the creation of a session. A player joins with
 * a proof of the wallet, and after that authenticates with the seat's token as `Authorization: Bearer`.
 */
export function addHost(app: Hono, gate: Gate, context: Context, socketUrl: string): void {
  const { db } = context;
  const useNonce = createNonces(context.now);

  /** The player of this chain whose wallet has signed for a session. */
  async function prove(sessionId: string, form: JoinForm): Promise<Result<ProvenPlayer, FailureCode>> {
    const proven = checkProof(sessionId, form, context.now());
    if (!proven.ok) return proven;
    // Players of other chains join through the cross-chain server.
    if (proven.value.chain !== context.blockchain) return err('ERR_PLATFORM');
    const { nonce = '', expiresAt = 0 } = form.proof ?? {};
    if (!useNonce(`${form.walletAddress} ${nonce}`, expiresAt)) return err('ERR_PROOF');
    await welcomePlayer(context, proven.value.address);
    const named = db.updateTable('players').set({ username: proven.value.username });
    await named.where('address', '=', proven.value.address).execute();
    return proven;
  }

  const admit = async ({ id }: Session, userId: string): Promise<Result<Admitted, FailureCode>> => {
    const row = await findSession(db, id);
    const token = makeSeatToken(context, id, userId);
    if (row === undefined) return err('ERR_SESSION_UNKNOWN');
    return ok({ session: await showSession(context, row), userId, memberToken: token, seat: { socketUrl, token } });
  };

  /** The player to whose seat the token of a request belongs. */
  async function findPlayer({
    call,
    param,
  }: Asked<Call>): Promise<Result<string, 'ERR_SEAT_UNKNOWN' | 'ERR_SESSION_UNKNOWN'>> {
    const id = param('id');
    if ((await findSession(db, id)) === undefined) return err('ERR_SESSION_UNKNOWN');
    const token = /^Bearer (.+)$/.exec(call.req.header('Authorization') ?? '')?.[1] ?? '';
    const own = (await seatsOf(db, id)).filter(
      ({ chain, bot_skill }) => chain === context.blockchain && bot_skill === null,
    );
    const seat = own.find(({ user_id }) => isSeatToken(context, id, user_id, token));
    return seat === undefined ? err('ERR_SEAT_UNKNOWN') : ok(seat.user_id);
  }

  const asDone = (changed: Result<Session, FailureCode>) => (changed.ok ? ok({ success: true } as const) : changed);

  answer(app, gate, HOST_CALLS.createSession, async ({ body: { player, ...form } }) => {
    const proven = await prove(NEW_SESSION, player);
    if (!proven.ok) return proven;
    const { address } = proven.value;
    const terms = { ...form, gameMode: 'cross-chain-battle', entryFee: 0, policy: 'winner-takes-all' } as const;
    const created = await createSession(context, address, terms);
    return created.ok ? admit(created.value.session, address) : created;
  });
  answer(app, gate, CROSS_CHAIN_CALLS.getSession, async ({ param }) => {
    const row = await findSession(db, param('id'));
    return row === undefined ? err('ERR_SESSION_UNKNOWN') : ok(await showSession(context, row));
  });
  answer(app, gate, CROSS_CHAIN_CALLS.joinSession, async ({ body, param }) => {
    const proven = await prove(param('id'), body);
    if (!proven.ok) return proven;
    const joined = await joinSession(context, proven.value.address, param('id'));
    return joined.ok ? admit(joined.value.session, proven.value.address) : joined;
  });
  answer(app, gate, CROSS_CHAIN_CALLS.setParticipantStatus, async (asked) => {
    const player = await findPlayer(asked);
    if (!player.ok || player.value !== asked.param('userId')) return player.ok ? err('ERR_SEAT_UNKNOWN') : player;
    const { status } = asked.body;
    if (status !== 'joined' && status !== 'ready') return err('ERR_SESSION_STATE');
    return asDone(await setReady(context, asked.param('id'), player.value, status === 'ready'));
  });
  answer(app, gate, CROSS_CHAIN_CALLS.setSessionStatus, async (asked) => {
    const player = await findPlayer(asked);
    if (!player.ok) return player;
    if (asked.body.status !== 'starting') return err('ERR_SESSION_STATE');
    return asDone(await startSession(context, asked.param('id'), player.value));
  });
  answer(app, gate, CROSS_CHAIN_CALLS.leaveSession, async (asked) => {
    const player = await findPlayer(asked);
    if (!player.ok || player.value !== asked.param('userId')) return player.ok ? err('ERR_SEAT_UNKNOWN') : player;
    const id = asked.param('id');
    const isCreator = (await findSession(db, id))?.creator_address === player.value;
    return asDone(
      isCreator ? await cancelSession(context, id, player.value) : await leaveSession(context, id, player.value),
    );
  });
  answer(app, gate, CROSS_CHAIN_CALLS.getChat, async ({ param }) => {
    const row = await findSession(db, param('id'));
    return row === undefined ? err('ERR_SESSION_UNKNOWN') : ok(await historyOf(db, row));
  });
  answer(app, gate, CROSS_CHAIN_CALLS.postChat, async (asked) => {
    const player = await findPlayer(asked);
    if (!player.ok || (await findSeat(db, asked.param('id'), player.value)) === undefined)
      return player.ok ? err('ERR_SEAT_UNKNOWN') : player;
    return postChat(context, player.value, asked.param('id'), { id: asked.body.id, message: asked.body.message });
  });
  answer(app, gate, CALLS.getReceipt, async ({ param }) =>
    showReceipt({ ...context, network: context.settings.network }, param('id')),
  );
}

/** Creates a store of used nonces, which keeps them until their proofs expire. The returned function is false for a used nonce. */
function createNonces(now: () => number): (nonce: string, expiresAt: number) => boolean {
  const used = new Map<string, number>();
  return (nonce, expiresAt) => {
    for (const [known, untilMs] of used) if (untilMs < now()) used.delete(known);
    if (used.has(nonce)) return false;
    used.set(nonce, expiresAt);
    return true;
  };
}
