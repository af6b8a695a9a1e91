import type { ChainError } from '@popfray/chain';
import type { Database } from '../platform/database/index.ts';
import {
  findFirstBlock,
  type HouseTransfer,
  nextBlocks,
  openTransfers,
  type ScannedChain,
  unknownTransfers,
} from '../restore/index.ts';

/** A transfer of the house that the chain has and the database does not account for. */
export interface TransferDifference {
  readonly code:
    /** The house paid it, and no payout of the database did. */
    | 'ERR_TRANSFER_OUT'
    /** The house received it, and no payment of the database is for it. */
    | 'ERR_TRANSFER_IN';
  readonly message: string;
}

/** What came of reading the house's transfers. */
export interface TransferCheck {
  readonly differences: readonly TransferDifference[];
  /** Final blocks read. */
  readonly blocks: number;
  /** What could not be read, in words; null when everything was. */
  readonly unread: string | null;
}

/**
 * Reads the blocks since the database's newest mark and reports transfers of the house that the database does not have, as an old backup
 * does not. Undecided transfers that a start has found are reported too.
 */
export async function checkTransfers(db: Database, chain: ScannedChain, houseAddress: string): Promise<TransferCheck> {
  const differences = (await openTransfers(db))
    .filter(({ status, direction }) => status === 'found' || direction === 'out')
    .map(makeDifference);
  const head = await chain.head();
  if (!head.ok) return { differences, blocks: 0, unread: explain(head.error) };
  const { solidNumber } = head.value;
  const first = await findFirstBlock(db, chain, solidNumber);
  if (!first.ok) return { differences, blocks: 0, unread: explain(first.error) };
  let last = first.value;
  let blocks = 0;
  while (last < solidNumber) {
    const next = await nextBlocks(chain, last, solidNumber);
    if (!next.ok) return { differences, blocks, unread: explain(next.error, last) };
    for (const block of next.value) {
      differences.push(...(await unknownTransfers(db, houseAddress, block)).map(makeDifference));
      last = block.number;
      blocks++;
    }
  }
  return { differences, blocks, unread: null };
}

const explain = ({ reason }: ChainError, after?: number): string =>
  `the house’s transfers${after === undefined ? '' : ` after block ${after}`}, because the node does not answer (${reason})`;

function makeDifference({ txid, direction, address, amount_sun, block_number }: HouseTransfer): TransferDifference {
  const isOut = direction === 'out';
  const what = isOut ? `the house paid ${amount_sun} sun to` : `the house received ${amount_sun} sun from`;
  const message = `${what} ${address} in block ${block_number} by ${txid}, and the database does not know it`;
  return { code: isOut ? 'ERR_TRANSFER_OUT' : 'ERR_TRANSFER_IN', message };
}
