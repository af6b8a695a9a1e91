import type { ChainNode } from '@popfray/chain';
import { makeTrx } from '@popfray/protocol';
import type { Database } from '../platform/database/index.ts';
import { auditLedger, type KindTotal } from '../ledger/index.ts';
import { checkBattles } from './battle-check.ts';
import { checkChain } from './chain-check.ts';
import { checkTransfers } from './transfer-check.ts';

/** What there is to compare a database with. */
export interface Witness {
  readonly chain: Pick<ChainNode, 'balance' | 'blockTransfers' | 'explorerUrl' | 'findPayment' | 'head'>;
  /** The house's address; null when its key is not to be had. */
  readonly houseAddress: string | null;
}

/** What was found out about a database. */
export interface Findings {
  /** Ledger entries read, battles played again, transactions compared with the chain. */
  readonly entries: number;
  readonly battles: number;
  readonly compared: number;
  readonly totals: readonly KindTotal[];
  /** What the house owes players, and what its wallet holds by the chain, sun; null where that is not known. */
  readonly owedSun: number;
  readonly heldSun: number | null;
  /** Everything that is wrong, by its code and in words. */
  readonly differences: readonly { readonly code: string; readonly message: string }[];
  /** What could not be checked, in words. */
  readonly unchecked: readonly string[];
}

/** What is right, wrong and unknown about a database, in lines for the operator. */
export interface Report {
  readonly isSound: boolean;
  readonly lines: readonly string[];
}

/** Checks a database in every way there is: its file, its books, its battles, and the chain where that answers. */
export async function examine(db: Database, { chain, houseAddress }: Witness): Promise<Findings> {
  const damage = (await db.engine.findDamage()).map((message) => ({ code: 'ERR_DATABASE_DAMAGED', message }));
  const { entries, totals, differences } = await auditLedger(db);
  const battles = await checkBattles(db, chain);
  const checked = await checkChain(db, chain, houseAddress);
  const transfers = houseAddress === null ? null : await checkTransfers(db, chain, houseAddress);
  const holds = houseAddress === null ? null : await chain.balance(houseAddress);
  return {
    entries,
    battles: battles.played,
    compared: checked.compared,
    totals,
    owedSun: totals
      .filter(({ kind }) => kind === 'player' || kind === 'payouts' || kind === 'escrow')
      .reduce((sum, { balanceSun }) => sum + balanceSun, 0),
    heldSun: holds?.ok === true ? holds.value : null,
    differences: [
      ...damage,
      ...differences,
      ...battles.differences,
      ...checked.differences,
      ...(transfers?.differences ?? []),
    ],
    unchecked: [
      ...(checked.unanswered === 0
        ? []
        : [`${checked.unanswered} transactions, because the node does not answer (${checked.reason})`]),
      ...(transfers === null || transfers.unread === null ? [] : [transfers.unread]),
      ...(battles.left === 0 ? [] : [`the rounds of ${battles.left} older battles`]),
      ...(houseAddress === null
        ? [
            'that payouts come from the house, because its key is not configured',
            'whether the house paid or received what the database does not know, because its key is not configured',
          ]
        : []),
    ],
  };
}

/** The same, told. */
export async function verify(db: Database, witness: Witness): Promise<Report> {
  const findings = await examine(db, witness);
  const { entries, battles, compared, totals, differences, unchecked } = findings;
  const lines = [
    `${entries} ledger entries; ${battles} battles played again; ${compared} transactions compared with the chain`,
    ...totals.map(makeTotal),
    describeSolvency(findings),
    ...unchecked.map((what) => `not checked: ${what}`),
    ...differences.map(({ code, message }) => `${code}  ${message}`),
    differences.length === 0 ? 'Nothing is wrong.' : `${differences.length} differences.`,
  ];
  return { isSound: differences.length === 0, lines };
}

const makeTotal = ({ kind, accounts, balanceSun }: KindTotal): string =>
  `${kind.padEnd(13)} ${makeTrx(balanceSun).padStart(20)} TRX in ${accounts} account${accounts === 1 ? '' : 's'}`;

/** Whether the wallet holds what players could withdraw. It is no difference: fees and rewards are the house's to fund. */
function describeSolvency({ owedSun, heldSun }: Findings): string {
  const owes = `the house owes players ${makeTrx(owedSun)} TRX`;
  if (heldSun === null) return `${owes}; not checked: what its wallet holds`;
  const shortSun = owedSun - heldSun;
  return `${owes}, and its wallet holds ${makeTrx(heldSun)}${shortSun > 0 ? `: SHORT OF ${makeTrx(shortSun)}` : ''}`;
}
