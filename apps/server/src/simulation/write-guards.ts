import type SQLite from 'better-sqlite3';
import { currentProcess } from './simulated-process.ts';

/** Writes that only the owner of a lease may make: the table and its event, the name of the lease, and when that is so. */
const GUARDED: readonly {
  readonly event: string;
  readonly lease: string;
  readonly when?: string;
  readonly epoch?: string;
}[] = [
  { event: 'INSERT ON battle_journal', lease: "'battle:' || NEW.session_id", epoch: 'NEW.epoch' },
  { event: 'INSERT ON battles', lease: "'battle:' || NEW.session_id" },
  { event: 'INSERT ON payout_attempts', lease: "'worker'" },
  { event: 'UPDATE ON payout_attempts', lease: "'worker'", when: 'OLD.state <> NEW.state' },
];

/**
 * Reports each write whose process does not have the lease under which it must be made, so that two nodes never write for the same epoch. The checks are triggers, so
 * that they see what is committed by whom, independently of the server's checks.
 */
export function guardLeases(
  file: SQLite.Database,
  nodeIds: WeakMap<object, string>,
  report: (finding: string) => void,
): void {
  file.function('writer', { deterministic: false }, () => nodeIds.get(currentProcess() ?? {}) ?? null);
  file.function('report', { deterministic: false }, (what) => {
    report(`${currentProcess()?.name} ${String(what)}`);
    return null;
  });
  for (const [at, { event, lease, when = '1', epoch = 'epoch' }] of GUARDED.entries())
    file.exec(`CREATE TEMP TRIGGER guard_${at} AFTER ${event} WHEN ${when} AND NOT EXISTS
      (SELECT 1 FROM leases WHERE name = ${lease} AND owner = writer() AND epoch = ${epoch})
      BEGIN SELECT report('writes ${event} without the lease ' || ${lease}); END`);
}

/** Reports each solo round that is opened while another one of its player is open. Call it after `guardLeases`. */
export function guardSoloRounds(file: SQLite.Database): void {
  file.exec(`CREATE TEMP TRIGGER guard_solo_rounds AFTER INSERT ON solo_rounds WHEN 1 <
      (SELECT count(*) FROM solo_rounds JOIN sessions ON id = session_id WHERE ended_at IS NULL
       AND creator_address = (SELECT creator_address FROM sessions WHERE id = NEW.session_id))
      BEGIN SELECT report('opens a second solo round: ' || NEW.session_id); END`);
}
