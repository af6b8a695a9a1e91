import { err, ok, type Result } from '@popfray/engine/result';
import { arena, crossChain, makeReplayText } from '@popfray/engine';
import type { FailureCode } from '@popfray/protocol';
import { attachTrack, makeHex, makeReveals, parseHex } from '@popfray/protocol/battle';
import type { Receipt, ReceiptPlayer } from '@popfray/protocol/receipt';
import type { Context } from '../platform/context/index.ts';
import type { PaymentRow, ResultRow, SeatRow } from '../platform/database/index.ts';
import { HOUSE_PLACE, passedOn, pathsIn, reviewsIn } from './examination.ts';
import { findListing } from '../commitments/index.ts';
import { findPayment } from '../payments/index.ts';
import { findPayout } from '../payouts/index.ts';
import {
  findBattle,
  findSession,
  findSoloRound,
  loadoutOfSolo,
  resultsOf,
  revenueOf,
  seatsOf,
} from '../sessions/index.ts';
import type { Settings } from '../platform/config/index.ts';
import { findSettledSolo, rewardOf, type SettledSolo } from './settle-solo.ts';

/** What a receipt is made from. */
interface ReceiptSource extends Pick<Context, 'db'> {
  readonly chain: Pick<Context['chain'], 'explorerUrl'>;
  readonly network: Pick<Settings['network'], 'name' | 'isPlayMoney'>;
}

/** The payment of a seat's fee; undefined for a player without a fee. */
type Fee = PaymentRow | undefined;

/** The receipt of a session that is over. It depends on the stored rows alone, so each call returns the same receipt. */
export async function showReceipt(source: ReceiptSource, sessionId: string): Promise<Result<Receipt, FailureCode>> {
  const { db, network } = source;
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  const { status, ended_at: endedAt } = session;
  const isOver = status === 'settled' || status === 'cancelled' || status === 'expired';
  if (!isOver || endedAt === null) return err('ERR_RECEIPT_UNKNOWN');

  const battle = await findBattle(db, sessionId);
  const results = new Map<string, ShownResult>((await resultsOf(db, sessionId)).map((row) => [row.user_id, row]));
  const isSolo = results.size === 0 && (await findSoloRound(db, sessionId)) !== undefined;
  const solo = isSolo ? await findSettledSolo(db, sessionId) : null;
  if (solo !== null) results.set(solo.round.address, soloResult(solo));
  const paths = solo === null ? await pathsIn(db, sessionId) : pathOfSolo(solo);
  const players = await Array.fromAsync(await seatsOf(db, sessionId), async (seat) =>
    showPlayer(source, seat, { result: results.get(seat.user_id), path: paths.get(seat.place) }),
  );
  const reviews = await reviewsIn(db, sessionId);
  const passed = await passedOn(db, sessionId);
  const houseRefusedSun = passed.get(HOUSE_PLACE);
  const rules = session.game_mode === 'classic' ? arena : crossChain;
  return ok({
    version: 1,
    sessionId,
    sessionName: session.name,
    outcome: status,
    reason: session.reason,
    network: network.name,
    isPlayMoney: network.isPlayMoney,
    createdAt: session.created_at,
    startedAt: battle?.started_at ?? null,
    endedAt,
    rulesId: battle?.rules_id ?? rules.id,
    rulesVersion: battle?.rules_version ?? rules.version,
    commitment: battle?.commitment ?? null,
    // The last one is kept: every other is the hash of the one after it.
    reveals: battle === undefined ? [] : makeReveals(secretOf(battle.secret)).map(makeHex),
    listing: battle === undefined ? null : await findListing(db, battle.commitment),
    revenue: revenueOf(session),
    creatorAddress: session.creator_address,
    entryFeeSun: session.fee_sun,
    poolSun: players.reduce((sum, { feeSun }) => sum + feeSun, 0),
    creatorSun: battle?.creator_sun ?? 0,
    houseSun: battle?.house_sun ?? 0,
    ...(houseRefusedSun !== undefined && { houseRefusedSun }),
    players: players.map((player) => ({ ...player, ...reviewOf(player, reviews, passed) })),
    ...(isSolo && { isSolo }),
    ...(solo !== null && { solo: { ...rewardOf(solo), loadout: loadoutOfSolo(solo.solo) } }),
  });
}

/** The status of a player at the end, as a receipt shows it. */
type ShownResult = Pick<
  ResultRow,
  | 'status'
  | 'seed'
  | 'replay'
  | 'score'
  | 'popped'
  | 'best_combo'
  | 'position'
  | 'share_sun'
  | 'payout_id'
  | 'to_balance'
>;

/** A solo round has no shares: its reward is in a separate field. */
const soloResult = ({ solo, round }: SettledSolo): ShownResult => ({
  status: solo.status ?? 'finished',
  seed: solo.seed,
  replay: round.replay,
  score: round.score,
  popped: round.popped,
  best_combo: round.best_combo,
  position: 1,
  share_sun: 0,
  payout_id: null,
  to_balance: 0,
});

/** The path of a solo round at its only place, unless the round is held. */
const pathOfSolo = ({ round: { path, status } }: SettledSolo): ReadonlyMap<number, Uint8Array> =>
  new Map(path === null || status === 'held' ? [] : [[0, path]]);

/** What became of a player's share, and what the player has received of others; nothing of these for a battle without fees. */
function reviewOf(
  { place }: ReceiptPlayer,
  reviews: Awaited<ReturnType<typeof reviewsIn>>,
  passed: ReadonlyMap<number, number>,
): Pick<ReceiptPlayer, 'review' | 'passedOnSun'> {
  const review = reviews.get(place);
  const passedOnSun = passed.get(place);
  return { ...(review !== undefined && { review }), ...(passedOnSun !== undefined && { passedOnSun }) };
}

async function showPlayer(
  source: ReceiptSource,
  seat: SeatRow,
  { result, path }: { readonly result: ShownResult | undefined; readonly path: Uint8Array | undefined },
): Promise<ReceiptPlayer> {
  const fee = await findFee(source, seat);
  const feeSun = fee?.amount_sun ?? 0;
  return {
    place: seat.place,
    userId: seat.user_id,
    username: seat.username,
    walletAddress: seat.address,
    blockchain: seat.chain,
    isBot: seat.bot_skill !== null,
    status: result?.status ?? 'absent',
    seed: result?.seed ?? null,
    replay: result === undefined ? null : showReplay(result.replay, path),
    ...(path !== undefined && { path: Buffer.from(path).toString('base64url') }),
    score: result?.score ?? 0,
    popped: result?.popped ?? 0,
    bestCombo: result?.best_combo ?? 0,
    position: result?.position ?? null,
    feeSun,
    feeTxid: fee?.txid ?? null,
    feePaymentId: fee?.source === 'balance' ? fee.id : null,
    shareSun: result?.share_sun ?? 0,
    refundSun: result === undefined ? feeSun : 0,
    ...(result?.to_balance === 1 && { isOnBalance: true }),
    payout: await showPayout(source, result?.payout_id ?? null),
  };
}

/** A replay as text, with the path of the pointer as its track where the receipt has one. */
const showReplay = (replay: Uint8Array, path: Uint8Array | undefined): string =>
  makeReplayText(path === undefined ? replay : attachTrack(replay, path));

async function showPayout({ db, chain }: ReceiptSource, id: string | null): Promise<ReceiptPlayer['payout']> {
  const row = id === null ? undefined : await findPayout(db, id);
  if (row === undefined) return null;
  return {
    id: row.id,
    status: row.status,
    txid: row.txid,
    explorerUrl: row.txid === null ? null : chain.explorerUrl(row.txid),
  };
}

/** What paid for a seat that is taken, whether or not it was given back since. */
async function findFee({ db }: ReceiptSource, { payment_id }: SeatRow): Promise<Fee> {
  const payment = payment_id === null ? undefined : await findPayment(db, payment_id);
  return payment?.status === 'applied' ? payment : undefined;
}

function secretOf(hex: string): Uint8Array {
  const secret = parseHex(hex);
  if (secret === null) throw new Error('the secret of a battle is none');
  return secret;
}
