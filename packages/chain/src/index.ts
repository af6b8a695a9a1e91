// The browser's side: a wallet.
export type {
  PaymentOrder,
  SignedPayment,
  Wallet,
  WalletError,
  WalletErrorCode,
  WalletEvent,
  WalletStatus,
} from './wallet.ts';

// The server's side: a node.
export type {
  Answer,
  BlockTransfers,
  BroadcastVerdict,
  ChainError,
  ChainErrorCode,
  ChainHead,
  ChainNode,
  PaymentLookup,
  PaymentPlan,
  SignedErrorCode,
  Transfer,
  UnsignedPayment,
} from './chain-node.ts';
