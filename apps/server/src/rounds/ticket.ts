import { err, ok, type Result } from '@popfray/engine/result';
import { arena, UPGRADES, type UpgradeId } from '@popfray/engine';
import type { FailureCode, Ticket } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, prepareQuery, type TicketRow } from '../platform/database/index.ts';
import { isPaused } from '../ledger/index.ts';
import { admitPaidAction } from '../protection/index.ts';
import { activeUpgrades } from '../upgrades/index.ts';

/** Rules of a paid round. SPEC section 2, arena: Solo Training. */
export const SOLO_RULES = arena;

/** Bytes of a seed: 128 bits, so that a seed cannot be guessed before its ticket is issued. */
const SEED_BYTES = 16;

const ID_BYTES = 16;

/**
 * How much longer than its own time a round may take by the server's clock, ms: for sending the ticket, the countdown of the page, sending the
 * replay and a second attempt. A player who slows the game down gains no more than this.
 */
export const SLACK_MS = 30_000;

/**
 * What a round may take shorter, ms: clocks that run apart (100 ppm are 6 ms a minute) and browsers that round theirs, to 100 ms at
 * the coarsest.
 */
export const HASTE_MS = 250;

/** How long an abandoned ticket is stored, ms, so that a late replay gets the reason for its refusal. */
const REMEMBERED_MS = 86_400_000;

/** Upgrades that a ticket issued now would carry, in the engine's order. */
export async function loadoutOf(db: Database, address: string, nowMs: number): Promise<UpgradeId[]> {
  const active = new Set((await activeUpgrades(db, address, nowMs)).map(({ upgradeId }) => upgradeId));
  return UPGRADES.filter(({ id }) => active.has(id)).map(({ id }) => id);
}

/** Issues a ticket for a round that begins now. One that the player has not finished is abandoned by it. */
export async function issueTicket(context: Context, address: string): Promise<Result<Ticket, FailureCode>> {
  const { db, settings } = context;
  if (settings.dailyCapSun === 0 || settings.rewardBudgetSun === 0) return err('ERR_SOLO_PAUSED');
  return db.inTransaction(async (): Promise<Result<Ticket, FailureCode>> => {
    if (await isPaused(db)) return err('ERR_PAUSED');
    const refusal = await admitPaidAction(context, address, 0);
    if (refusal !== null) return err(refusal);
    return ok(await addTicket(context, address));
  });
}

/** Writes a ticket down, and abandons the player's open one, in the caller's transaction. */
async function addTicket(context: Context, address: string): Promise<Ticket> {
  const { db } = context;
  const issuedAt = Math.floor(context.now());
  const ticket: Ticket = {
    id: Buffer.from(context.randomBytes(ID_BYTES)).toString('base64url'),
    seed: Buffer.from(context.randomBytes(SEED_BYTES)).toString('hex'),
    rulesId: SOLO_RULES.id,
    rulesVersion: SOLO_RULES.version,
    loadout: await loadoutOf(db, address, issuedAt),
    issuedAt,
    expiresAt: issuedAt + SOLO_RULES.durationMs + SLACK_MS,
  };
  const row: TicketRow = {
    id: ticket.id,
    address,
    seed: ticket.seed,
    rules_id: ticket.rulesId,
    rules_version: ticket.rulesVersion,
    loadout: JSON.stringify(ticket.loadout),
    issued_at: ticket.issuedAt,
    expires_at: ticket.expiresAt,
    state: 'open',
  };
  await db
    .deleteFrom('tickets')
    .where('expires_at', '<', issuedAt - REMEMBERED_MS)
    .where('state', '=', 'abandoned')
    .execute();
  await db
    .updateTable('tickets')
    .set({ state: 'abandoned' })
    .where('address', '=', address)
    .where('state', '=', 'open')
    .execute();
  await db.insertInto('tickets').values(row).execute();
  return ticket;
}

// Compiled once, because every finished round runs them (bench: server.finish_vs_healthz).

const findTicket = prepareQuery((db: Database, id: string) =>
  db.selectFrom('tickets').selectAll().where('id', '=', id),
);

const markFinished = prepareQuery((db: Database, id: string) =>
  db.updateTable('tickets').set({ state: 'finished' }).where('id', '=', id).where('state', '=', 'open').returning('id'),
);

/** A player's ticket, if a round that ends now can be finished by it; else why not. */
export async function checkTicket(
  db: Database,
  id: string,
  address: string,
  nowMs: number,
): Promise<Result<TicketRow, FailureCode>> {
  const [ticket] = await findTicket(db, id);
  if (ticket === undefined) return err('ERR_TICKET_UNKNOWN');
  if (ticket.address !== address) return err('ERR_TICKET_OTHER');
  if (ticket.state === 'finished') return err('ERR_TICKET_USED');
  if (ticket.state === 'abandoned') return err('ERR_TICKET_ABANDONED');
  if (nowMs > ticket.expires_at) return err('ERR_TICKET_EXPIRED');
  if (nowMs - ticket.issued_at < SOLO_RULES.durationMs - HASTE_MS) return err('ERR_ROUND_EARLY');
  return ok(ticket);
}

/** Whether a seed belongs to a ticket of any player: such a round counts only through its ticket. */
export const isOfTicket = async (db: Database, seed: string): Promise<boolean> =>
  (await db.selectFrom('tickets').select('id').where('seed', '=', seed).limit(1).executeTakeFirst()) !== undefined;

/** Marks an open ticket as played. */
export async function useTicket(db: Database, id: string): Promise<void> {
  const marked = await markFinished(db, id);
  if (marked.length !== 1) throw new Error(`ticket ${id} is not open`);
}
