import { randomBytes } from 'node:crypto';
import { createRound, encodeReplay, makeReplayText, recordReplay, arena, seededEntropy } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import type { Result } from '@popfray/engine/result';
import { AGE_TEXT_VERSION } from '@popfray/protocol';
import { PathRecorder } from '@popfray/protocol/battle';

/** The required part of the server's context. */
export interface SceneContext {
  readonly db: unknown;
  readonly now: () => number;
  readonly chain: { readonly addressOf: (privateKey: string) => string | null };
}

interface Posting {
  readonly account: unknown;
  readonly amountSun: number;
}

/** The server's functions that create the cases for the operator. */
interface SceneModules {
  readonly welcomePlayer: (context: SceneContext, address: string) => Promise<unknown>;
  readonly confirmAge: (context: SceneContext, address: string, version: number) => Promise<unknown>;
  readonly settleReplay: (
    context: SceneContext,
    finished: { readonly address: string; readonly replay: string; readonly path: Uint8Array },
  ) => Promise<{ readonly id: string }>;
  readonly findSession: (db: unknown, id: string) => Promise<{ readonly creator_address: string } | undefined>;
  readonly postChat: (
    context: SceneContext,
    address: string,
    id: string,
    plan: { readonly id: string; readonly message: string },
  ) => Promise<Result<unknown, string>>;
  readonly reportChat: (
    context: SceneContext,
    reporter: string,
    complaint: { readonly sessionId: string; readonly messageId: string; readonly reason: string },
  ) => Promise<string | null>;
  readonly postEntry: (db: unknown, entry: object, nowMs: number) => Promise<string>;
  readonly HOUSE: unknown;
  readonly playerAccount: (address: string) => unknown;
  readonly queuePayout: (db: unknown, plan: object, nowMs: number) => Promise<object>;
  readonly movePayout: (db: unknown, row: object, status: string, change: object) => Promise<object | null>;
}

/** The cases that wait for the operator. */
export interface DeskScene {
  /** A round played by a program, better than any person. */
  readonly roundId: string;
  /** The player of that round, who also has a stuck payout. */
  readonly address: string;
  /** A chat message that a player has reported. */
  readonly messageId: string;
  readonly payoutId: string;
}

/** Imports modules of the server by their paths. */
export type ImportServer = <Modules>(...paths: readonly string[]) => Promise<Modules>;

/** 12.5 TRX. */
const PAYOUT_SUN = 12_500_000;

/** Creates one case of each kind for the operator: a held round, a reported message in a session, a stuck payout. */
export async function makeDeskScene(
  context: SceneContext,
  importServer: ImportServer,
  sessionId: string,
): Promise<DeskScene> {
  const modules = await importServer<SceneModules>(
    'players/player.ts',
    'protection/protection.ts',
    'testing/settled-round.fixture.ts',
    'sessions/session.ts',
    'chat/post.ts',
    'chat/report.ts',
    'ledger/ledger.ts',
    'payouts/queue.ts',
    'payouts/payout.ts',
  );
  const { db } = context;
  const makeId = (): string => randomBytes(9).toString('hex');
  const address = context.chain.addressOf(randomBytes(32).toString('hex')) ?? '';
  await modules.welcomePlayer(context, address);
  await modules.confirmAge(context, address, AGE_TEXT_VERSION);

  const { id: roundId } = await modules.settleReplay(context, { address, ...playAsProgram(`desk ${++scenes}`) });

  const host = (await modules.findSession(db, sessionId))?.creator_address ?? '';
  const messageId = makeId();
  taken(
    await modules.postChat(context, host, sessionId, {
      id: messageId,
      message: `Buy my coins, friend: half price! ${messageId}`,
    }),
  );
  const complaint = { sessionId, messageId, reason: 'Sells something' };
  const refusal = await modules.reportChat(context, address, complaint);
  if (refusal !== null) throw new Error(refusal);

  const payoutId = makeId();
  const nowMs = Math.floor(context.now());
  const postings: readonly Posting[] = [
    { account: modules.HOUSE, amountSun: -PAYOUT_SUN },
    { account: modules.playerAccount(address), amountSun: PAYOUT_SUN },
  ];
  await modules.postEntry(db, { key: `gift:${payoutId}`, kind: 'adjustment', reference: payoutId, postings }, nowMs);
  const queued = await modules.queuePayout(db, { id: payoutId, address, amountSun: PAYOUT_SUN }, nowMs);
  await modules.movePayout(db, queued, 'stuck', {
    trouble: 'The node refuses it: the account is frozen.',
    check_at: null,
  });
  return { roundId, address, messageId, payoutId };
}

function taken<Value>(outcome: Result<Value, string>): Value {
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value;
}

/** How many scenes were made. Each has another round, which is the same in each run of the tests. */
let scenes = 0;

/** The replay of an arena round played by the best bot, as text, and a path that goes straight from click to click. */
function playAsProgram(seed: string): { readonly replay: string; readonly path: Uint8Array } {
  const made = createRound({ rules: arena, entropy: seededEntropy(seed) });
  if (!made.ok) throw new Error(made.error.code);
  const round = made.value;
  createBot({ skill: BOT_SKILLS.expert, seed: 'bot' }).advanceTo(round, arena.durationMs);
  round.advanceTo(arena.durationMs);
  const replay = recordReplay(round);
  if (!replay.ok) throw new Error(replay.error);
  const bytes = encodeReplay(replay.value);
  if (!bytes.ok) throw new Error(bytes.error.code);
  return { replay: makeReplayText(bytes.value), path: drawPath(round.inputs()) };
}

/** Time between two samples of a path, ms. */
const SAMPLE_MS = 16;

/** The path of a mouse that moves in straight lines from click to click. */
function drawPath(inputs: Int32Array): Uint8Array {
  const recorder = new PathRecorder();
  let [fromMs, fromX, fromY] = [0, 400, 300];
  for (let at = 0; at < inputs.length; at += 3) {
    const [toMs = 0, x = 0, y = 0] = inputs.subarray(at, at + 3);
    const [toX, toY] = [x / 4, y / 4];
    for (let ms = fromMs + SAMPLE_MS; ms < toMs + SAMPLE_MS; ms += SAMPLE_MS) {
      const share = Math.min(1, (ms - fromMs) / (toMs - fromMs));
      const [xPx, yPx] = [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
      recorder.add({ timeMs: Math.min(ms, toMs), xPx, yPx, device: 'mouse' });
    }
    [fromMs, fromX, fromY] = [toMs, toX, toY];
  }
  return recorder.take(arena.durationMs);
}
