import { err, ok, type Result } from '@popfray/engine/result';
import { arena, UPGRADES, type UpgradeId } from '@popfray/engine';
import type { FailureCode, Ticket } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, sql, type TicketRow } from '../platform/database/index.ts';
import { isPaused } from '../ledger/index.ts';
import { activeUpgrades } from '../upgrades/index.ts';

/** Rules of a paid round. SPEC section 2, arena: Solo Training. */
export const SOLO_RULES = arena;

/** Bytes of a seed: 128 bits, so that a seed cannot be guessed before its ticket is issued. */
const SEED_BYTES = 16;

const ID_BYTES = 16;

/**
 * How much longer than its own time a round may take by the server's clock, ms: for sending the ticket, starting the page, sending the
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
export function loadoutOf(db: Database, address: string, nowMs: number): UpgradeId[] {
  const active = new Set(activeUpgrades(db, address, nowMs).map(({ upgradeId }) => upgradeId));
  return UPGRADES.filter(({ id }) => active.has(id)).map(({ id }) => id);
}

/** Issues a ticket for a round that begins now. One that the player has not finished is abandoned by it. */
export function issueTicket(context: Context, address: string): Result<Ticket, FailureCode> {
  const { db, settings } = context;
  if (settings.dailyCapSun === 0 || settings.rewardBudgetSun === 0) return err('ERR_SOLO_PAUSED');
  if (isPaused(db)) return err('ERR_PAUSED');
  const issuedAt = Math.floor(context.now());
  const ticket: Ticket = {
    id: Buffer.from(context.randomBytes(ID_BYTES)).toString('base64url'),
    seed: Buffer.from(context.randomBytes(SEED_BYTES)).toString('hex'),
    rulesId: SOLO_RULES.id,
    rulesVersion: SOLO_RULES.version,
    loadout: loadoutOf(db, address, issuedAt),
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
  db.transaction(() => {
    db.run(
      sql
        .deleteFrom('tickets')
        .where('expires_at', '<', issuedAt - REMEMBERED_MS)
        .where('state', '=', 'abandoned'),
    );
    db.run(
      sql.updateTable('tickets').set({ state: 'abandoned' }).where('address', '=', address).where('state', '=', 'open'),
    );
    db.run(sql.insertInto('tickets').values(row));
  });
  return ok(ticket);
}

/** A player's ticket, if a round that ends now can be finished by it; else why not. */
export function checkTicket(db: Database, id: string, address: string, nowMs: number): Result<TicketRow, FailureCode> {
  const ticket = db.get(sql.selectFrom('tickets').selectAll().where('id', '=', id));
  if (ticket === undefined) return err('ERR_TICKET_UNKNOWN');
  if (ticket.address !== address) return err('ERR_TICKET_OTHER');
  if (ticket.state === 'finished') return err('ERR_TICKET_USED');
  if (ticket.state === 'abandoned') return err('ERR_TICKET_ABANDONED');
  if (nowMs > ticket.expires_at) return err('ERR_TICKET_EXPIRED');
  if (nowMs - ticket.issued_at < SOLO_RULES.durationMs - HASTE_MS) return err('ERR_ROUND_EARLY');
  return ok(ticket);
}

/** Whether a seed belongs to a ticket of any player: such a round counts only through its ticket. */
export const isOfTicket = (db: Database, seed: string): boolean =>
  db.get(sql.selectFrom('tickets').select('id').where('seed', '=', seed).limit(1)) !== undefined;

/** Marks an open ticket as played. */
export function useTicket(db: Database, id: string): void {
  const changed = db.run(
    sql.updateTable('tickets').set({ state: 'finished' }).where('id', '=', id).where('state', '=', 'open'),
  );
  if (changed !== 1) throw new Error(`ticket ${id} is not open`);
}
