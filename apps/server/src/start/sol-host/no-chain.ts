import type { ChainNode } from '@popfray/chain';
import { err } from '@popfray/engine/result';

const away = () => Promise.resolve(err({ code: 'ERR_CHAIN_UNREACHABLE', reason: 'there is no chain' } as const));
const refuse = (): never => {
  throw new Error('a host of free sessions has no chain');
};

/** The chain of a platform that hosts free sessions only. It fails every request, because nothing is ever paid. */
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
