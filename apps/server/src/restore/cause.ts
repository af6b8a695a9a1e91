import type { FreezeCause } from '@popfray/protocol/admin';

/** Why payouts are frozen, for the log and the command line. */
export const CAUSES: Readonly<Record<FreezeCause, string>> = {
  start: 'the server has started and reads what the chain has had since',
  restored: 'the database is older than the last payout that was signed',
  copied: 'the file that says which payout was signed last was copied',
  moved: 'there is no file that says which payout was signed last',
  reboot: 'the machine was restarted, perhaps from a snapshot',
  'unknown-transfers': 'the chain has transfers of the house that the database did not know',
};
