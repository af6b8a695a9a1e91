import { FREE_NET_BYTES, freeNetUsedAt, type Account } from './account.ts';
import { makeBase58 } from './address.ts';
import { makeHeaderJson, type Block } from './block.ts';
import type { StoredTransaction } from './transaction-table.ts';

/** A transaction as `gettransactionbyid` shows it. One that still waits looks as though it had succeeded, as on TRON. */
export const showTransaction = ({ json, contractRet }: StoredTransaction): object => ({
  ret: [{ contractRet }],
  ...json,
});

/** What a transaction in a block came to, as `gettransactioninfobyid` shows it. */
export function showInfo({ txid, cost, contractRet }: StoredTransaction, block: Block): object {
  const { feeSun, netUsage, netFeeSun } = cost;
  return {
    id: txid,
    ...(feeSun > 0 && { fee: feeSun }),
    blockNumber: block.number,
    blockTimeStamp: block.timestampMs,
    contractResult: [''],
    receipt: {
      ...(netUsage > 0 && { net_usage: netUsage }),
      ...(netFeeSun > 0 && { net_fee: netFeeSun }),
      ...(contractRet !== 'SUCCESS' && { result: contractRet }),
    },
    ...(contractRet !== 'SUCCESS' && { result: 'FAILED' }),
  };
}

/** A block as `getblock` shows it, with its transactions or without. */
export const showBlock = (block: Block, transactions: readonly StoredTransaction[]): object => ({
  blockID: block.id,
  block_header: makeHeaderJson(block),
  ...(transactions.length > 0 && { transactions: transactions.map(showTransaction) }),
});

/** An account as `getaccount` shows it, its addresses in base58 when they are to be `visible`. */
export function showAccount(account: Account, isVisible: boolean): object {
  const address = isVisible ? makeBase58(account.address) : account.address;
  const { balanceSun, createdMs, operationMs, freeNetUsed, freeNetMs } = account;
  return {
    address,
    ...(balanceSun > 0 && { balance: balanceSun }),
    create_time: createdMs,
    ...(operationMs > 0 && { latest_opration_time: operationMs }),
    ...(freeNetUsed > 0 && { free_net_usage: freeNetUsed, latest_consume_free_time: freeNetMs }),
    owner_permission: showPermission(address),
  };
}

/** Bandwidth at a time (epoch ms) as `getaccountresource` shows it. Staking is not supported. */
export function showResource(account: Account, nowMs: number): object {
  const used = freeNetUsedAt(account, nowMs);
  return { ...(used > 0 && { freeNetUsed: used }), freeNetLimit: FREE_NET_BYTES };
}

/** The permission that every account is born with: its own key's. */
export const showPermission = (address: string): object => ({
  permission_name: 'owner',
  threshold: 1,
  keys: [{ address, weight: 1 }],
});
