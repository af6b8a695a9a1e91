import { err, ok } from '@popfray/engine/result';
import { ADMIN_CALLS, type AdminSystem } from '@popfray/protocol/admin';
import type { Hono } from 'hono';
import { answer, answerText, type Gate } from '../platform/http/index.ts';
import { judgeMessage, mutePlayer, mutesOf, reportsOf, showReport } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { dayOf } from '../platform/clock/index.ts';
import { rescuePayout } from '../payouts/index.ts';
import { changeSetting, showSettings } from '../earning-limits/index.ts';
import { decideDebt, decideTransfer, showPayoutFreeze } from '../restore/index.ts';
import { decideRound, reviewsOf, showReviewStory } from '../rounds/index.ts';
import { pause, resume } from '../ledger/index.ts';
import { decideShare, heldSharesAt, showShareStory } from '../settlement/index.ts';
import { checkSolvency, showSolvency } from '../solvency/index.ts';
import { reconcile, showReconciliation } from '../verification/index.ts';
import { auditEventsOf } from '../platform/audit/index.ts';
import { exportTable } from './export.ts';
import { getAdminFinancial, getAdminPlayers, getAdminStats } from './figures.ts';
import { openPayouts, showDeskPayout } from './money.ts';
import { showPlayerStory } from './player-story.ts';
import type { RequestLog } from './request-log.ts';
import { search } from './search.ts';
import { showSessionStory } from './session-story.ts';
import { healthOf } from '../platform/redis/index.ts';
import { transactionsOf } from './transactions.ts';

/** What the desk knows of the process that it is in. */
export interface DeskParts {
  readonly requests: RequestLog;
  /** Sockets that are open. */
  readonly countSockets: () => number;
}

/** The operator's desk. `answer` refuses all callers except operators. */
export function addAdmin(app: Hono, gate: Gate, context: Context, parts: DeskParts): void {
  addFigures(app, gate, context, parts);
  addStories(app, gate, context);
  addSolvency(app, gate, context);
  addReviews(app, gate, context);
  addChatDesk(app, gate, context);
  answer(app, gate, ADMIN_CALLS.getPayouts, async () => ok(await openPayouts(context)));
  answer(app, gate, ADMIN_CALLS.rescuePayout, async ({ address: by, param, body }) => {
    const granted = await rescuePayout(context.db, { ...body, id: param('id'), by }, context.now());
    return granted.ok ? ok(await showDeskPayout(context, granted.value)) : granted;
  });
  addPayoutFreeze(app, gate, context);
  addSettings(app, gate, context);
  answer(app, gate, ADMIN_CALLS.getAuditLog, async ({ query }) => ok(await auditEventsOf(context.db, query)));
}

function addFigures(app: Hono, gate: Gate, context: Context, parts: DeskParts): void {
  const startedMs = context.now();
  answer(app, gate, ADMIN_CALLS.getStats, async () => ok(await getAdminStats(context)));
  answer(app, gate, ADMIN_CALLS.getPlayers, async () => ok(await getAdminPlayers(context)));
  answer(app, gate, ADMIN_CALLS.getFinancial, async ({ query }) => ok(await getAdminFinancial(context, query.days)));
  answer(app, gate, ADMIN_CALLS.getSystem, async () => ok(await getAdminSystem(context, parts, startedMs)));
  answer(app, gate, ADMIN_CALLS.getTransactions, async ({ query }) => ok(await transactionsOf(context, query)));
  answerText(app, gate, ADMIN_CALLS.exportTable, ({ query: { table, ...filter }, call }) => {
    const name = `popfray-${table}-${dayOf(context.now()).date}.csv`;
    call.header('Content-Disposition', `attachment; filename="${name}"`);
    return exportTable(context, table, filter);
  });
}

function addStories(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, ADMIN_CALLS.search, async ({ query }) => ok(await search(context, query.text)));
  answer(app, gate, ADMIN_CALLS.getPlayer, async ({ param }) => showPlayerStory(context, param('address')));
  answer(app, gate, ADMIN_CALLS.getSession, async ({ param }) => showSessionStory(context, param('id')));
}

function addSolvency(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, ADMIN_CALLS.getSolvency, async () => ok(await showSolvency(context)));
  answer(app, gate, ADMIN_CALLS.checkSolvency, async () =>
    (await checkSolvency(context)) ? ok(await showSolvency(context)) : err('ERR_CHAIN'),
  );
  answer(app, gate, ADMIN_CALLS.pausePlay, async ({ address: by, body: { reason } }) => {
    await pause(context, { kind: 'desk', by, reason });
    return ok(await showSolvency(context));
  });
  answer(app, gate, ADMIN_CALLS.resumePlay, async ({ address: by, body: { reason } }) =>
    (await resume(context, { kind: 'desk', by, reason })) ? ok(await showSolvency(context)) : err('ERR_DECIDED'),
  );
  answer(app, gate, ADMIN_CALLS.getReconciliation, () => ok(showReconciliation(context)));
  answer(app, gate, ADMIN_CALLS.startReconciliation, ({ address: by }) => {
    void reconcile(context, by);
    return ok(showReconciliation(context));
  });
}

function addPayoutFreeze(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, ADMIN_CALLS.getPayoutFreeze, async () => ok(await showPayoutFreeze(context)));
  answer(app, gate, ADMIN_CALLS.decideTransfer, async ({ address: by, param, body }) => {
    const decided = await decideTransfer(context, { ...body, txid: param('txid'), by });
    return decided.ok ? ok(await showPayoutFreeze(context)) : decided;
  });
  answer(app, gate, ADMIN_CALLS.decideDebt, async ({ address: by, param, body }) => {
    const decided = await decideDebt(context.db, { ...body, txid: param('txid'), by }, context.now());
    return decided.ok ? ok(await showPayoutFreeze(context)) : decided;
  });
}

function addSettings(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, ADMIN_CALLS.getSettings, async () => ok(await showSettings(context)));
  answer(app, gate, ADMIN_CALLS.changeSetting, async ({ address: by, body }) => {
    const changed = await changeSetting(context, { ...body, by });
    return changed.ok ? ok(await showSettings(context)) : changed;
  });
}

function addReviews(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, ADMIN_CALLS.getReviews, async ({ query }) => ok(await reviewsOf(context.db, query)));
  answer(app, gate, ADMIN_CALLS.getReview, async ({ param }) => showReviewStory(context, param('id')));
  answer(app, gate, ADMIN_CALLS.decideReview, async ({ address: by, param, body }) => {
    const roundId = param('id');
    const decided = await decideRound(context, { ...body, roundId, by });
    return decided.ok ? showReviewStory(context, roundId) : decided;
  });
  answer(app, gate, ADMIN_CALLS.getHeldShares, async ({ query }) => ok(await heldSharesAt(context.db, query)));
  answer(app, gate, ADMIN_CALLS.getHeldShare, async ({ param }) => showShareStory(context.db, param('id')));
  answer(app, gate, ADMIN_CALLS.decideHeldShare, async ({ address: by, param, body }) => {
    const id = param('id');
    const decided = await decideShare(context, { ...body, id, by });
    return decided.ok ? showShareStory(context.db, id) : decided;
  });
}

function addChatDesk(app: Hono, gate: Gate, context: Context): void {
  const { db, now } = context;
  answer(app, gate, ADMIN_CALLS.getChatReports, async ({ query }) => ok(await reportsOf(context, query)));
  answer(app, gate, ADMIN_CALLS.decideChatReport, async ({ address: by, body }) => {
    const judged = await judgeMessage(context, { ...body, by });
    if (!judged.ok) return judged;
    const shown = await showReport(context, body.messageId);
    return shown === null ? err('ERR_CHAT_UNKNOWN') : ok(shown);
  });
  answer(app, gate, ADMIN_CALLS.getMutes, async () => ok(await mutesOf(db, now())));
  answer(app, gate, ADMIN_CALLS.mutePlayer, async ({ address: by, body }) => {
    await mutePlayer(context, { ...body, by });
    return ok(await mutesOf(db, now()));
  });
}

/** The server's own measurements: uptime, errors, response times. */
async function getAdminSystem(
  context: Context,
  { requests, countSockets }: DeskParts,
  startedMs: number,
): Promise<AdminSystem> {
  const { db, now, chainHealth, nodeProviders, crossChain, diagnostics } = context;
  return {
    dbConnections: db.engine.connections,
    activeWebSockets: countSockets(),
    serverUptime: Math.floor((now() - startedMs) / 1_000),
    ...requests.figures(),
    chain: chainHealth(),
    nodeProviders: [...nodeProviders()],
    redis: healthOf(context.redis),
    isBridgeActive: crossChain.isReachable(),
    databaseBytes: await db.engine.readBytes(),
    memoryBytes: process.memoryUsage.rss(),
    droppedLogLines: diagnostics.droppedLogLines(),
    clockLeaps: diagnostics.clockLeaps(),
    databaseRetries: db.engine.retries,
  };
}
