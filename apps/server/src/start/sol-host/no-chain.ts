import type { ChainNode } from '@popfray/chain';
import { err } from '@popfray/engine/result';

const away = () => Promise.resolve(err({ code: 'ERR_CHAIN_UNREACHABLE', reason: 'there is no chain' } as const));
const refuse = (): never => {
  throw new Error('a host of free sessions has no chain');
};

/** Stands for the chain of a platform that hosts free sessions only: nothing is ever paid, so nothing is ever asked. */
export const NO_CHAIN: ChainNode = {
  isAddress: () => false,
  addressOf: () => null,
  chainId: away,
  head: away,
  balance: away,
  hasAccount: away,
  blockTransfers: away,
  findPayment: away,
  buildPayment: away,
  signPayment: refuse,
  checkSigned: refuse,
  broadcast: away,
  isDead: away,
  recoverSigner: () => null,
  explorerUrl: () => null,
};
