import { measureBalancePayments, withDataFolder } from './balance-load.ts';
import { killServers } from './kills.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';

const METRICS: readonly Metric[] = [
  {
    name: 'balance.entry_ms_p99',
    bar: { atMost: 300 },
    note: '100 a second over the API for 10 s: an entry in a paid battle, created or joined, whose fee the balance pays, on the disk when it is answered',
  },
  { name: 'balance.entry_ms_p50', note: 'likewise, the median' },
  {
    name: 'balance.lost_or_doubled',
    bar: { atMost: 0 },
    note: 'deposits, fees and upgrades paid from the balance, refunds and withdrawals lost, or done twice, by servers killed while the chain has faults',
  },
  { name: 'balance.kills', note: 'how many were killed' },
];

async function measure(progress: Progress): Promise<Readings> {
  progress('balance: entries paid from the balance');
  const { p50Ms, p99Ms } = await withDataFolder(async (folder) => measureBalancePayments(folder, 'entries'));
  const { kills, lostOrDoubled } = killServers('sqlite', (line) => progress(`balance: ${line}`));
  return {
    'balance.entry_ms_p99': p99Ms,
    'balance.entry_ms_p50': p50Ms,
    'balance.lost_or_doubled': lostOrDoubled,
    'balance.kills': kills,
  };
}

/** Payments from the balance: how long they take, and whether they survive killed servers. */
export const balanceSuite: Suite = { name: 'balance', metrics: METRICS, measure };
