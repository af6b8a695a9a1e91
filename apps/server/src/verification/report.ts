import type { ChainNode } from '@popfray/chain';
import { makeTrx } from '@popfray/protocol';
import type { Database } from '../database/database.ts';
import { auditLedger, type KindTotal } from '../ledger/audit.ts';
import { checkBattles } from './battle-check.ts';
import { checkChain } from './chain-check.ts';

/** What there is to compare a database with. */
export interface Witness {
  readonly chain: ChainNode;
  /** The house's address; null when its key is not to be had. */
  readonly houseAddress: string | null;
}

/** What is right, wrong and unknown about a database, in lines for the operator. */
export interface Report {
  readonly isSound: boolean;
  readonly lines: readonly string[];
}

/** Checks a database in every way there is: its file, its books, its battles, and the chain where that answers. */
export async function verify(db: Database, { chain, houseAddress }: Witness): Promise<Report> {
  const damage = db.findDamage().map((line) => `ERR_DATABASE_DAMAGED  ${line}`);
  const { entries, totals, differences } = auditLedger(db);
  const battles = checkBattles(db, chain);
  const checked = await checkChain(db, chain, houseAddress);
  const wrong = [
    ...damage,
    ...[...differences, ...battles.differences, ...checked.differences].map(
      ({ code, message }) => `${code}  ${message}`,
    ),
  ];
  const lines = [
    `${entries} ledger entries; ${battles.played} battles played again; ${checked.compared} transactions compared with the chain`,
    ...totals.map(makeTotal),
    await tellSolvency(chain, houseAddress, totals),
    ...(checked.unanswered === 0
      ? []
      : [`not checked: ${checked.unanswered} transactions, because the node does not answer (${checked.reason})`]),
    ...(battles.left === 0 ? [] : [`not checked: the rounds of ${battles.left} older battles`]),
    ...(houseAddress === null
      ? ['not checked: that payouts come from the house, because its key is not configured']
      : []),
    ...wrong,
    wrong.length === 0 ? 'Nothing is wrong.' : `${wrong.length} differences.`,
  ];
  return { isSound: wrong.length === 0, lines };
}

const makeTotal = ({ kind, accounts, balanceSun }: KindTotal): string =>
  `${kind.padEnd(13)} ${makeTrx(balanceSun).padStart(20)} TRX in ${accounts} account${accounts === 1 ? '' : 's'}`;

/** Whether the wallet holds what players could withdraw. It is no difference: fees and rewards are the house's to fund. */
async function tellSolvency(chain: ChainNode, address: string | null, totals: readonly KindTotal[]): Promise<string> {
  const owed = totals
    .filter(({ kind }) => kind === 'player' || kind === 'payouts' || kind === 'escrow')
    .reduce((sum, { balanceSun }) => sum + balanceSun, 0);
  const owes = `the house owes players ${makeTrx(owed)} TRX`;
  const holds = address === null ? null : await chain.balance(address);
  if (holds?.ok !== true) return `${owes}; not checked: what its wallet holds`;
  const short = owed - holds.value;
  return `${owes}, and its wallet holds ${makeTrx(holds.value)}${short > 0 ? `: SHORT OF ${makeTrx(short)}` : ''}`;
}
