import type { WalletErrorCode } from '@popfray/chain';
import type { FailureCode, Payment } from '@popfray/protocol';

/** What this page is doing with a payment that the server still waits for. */
export type Signing =
  /** The wallet is asking the user to sign. */
  | { readonly step: 'asking' }
  /** The wallet or the user refused. */
  | { readonly step: 'refused'; readonly code: WalletErrorCode }
  /** Signed, and not acknowledged by the server. */
  | { readonly step: 'handing-in'; readonly failures: number; readonly isSignedOut: boolean }
  /** The server has refused the transaction. */
  | { readonly step: 'declined'; readonly code: FailureCode };

/** Stage of a payment as it is shown. Each stage has its own texts. */
export type Stage =
  | 'unsigned'
  | 'asking'
  | 'refused'
  | 'declined'
  | 'handing-in'
  | 'unheard'
  | 'signed-out'
  | 'sent'
  | 'confirming'
  | 'applied'
  | 'refunded'
  | 'expired'
  | 'cancelled'
  | 'failed';

/** Number of failed submissions before the user is informed. */
const HIDDEN_FAILURES = 1;

/**
 * The stage of a payment: the server's status first, then this page's signing state. The server also decides about the expiry, because a
 * visitor's clock may be wrong by hours.
 */
export function stageOf(payment: Payment, signing: Signing | undefined): Stage {
  if (payment.status !== 'awaiting') return payment.status;
  if (signing?.step === 'handing-in') {
    if (signing.isSignedOut) return 'signed-out';
    return signing.failures > HIDDEN_FAILURES ? 'unheard' : 'handing-in';
  }
  return signing === undefined ? 'unsigned' : signing.step;
}

/** Stages in which money may still move: the panel keeps these payments. */
const OPEN: ReadonlySet<Stage> = new Set([
  'unsigned',
  'asking',
  'refused',
  'declined',
  'handing-in',
  'unheard',
  'signed-out',
  'sent',
  'confirming',
]);

/** Whether a stage is not final. */
export const isOpen = (stage: Stage): boolean => OPEN.has(stage);

/** Whether a stage is final and nothing was bought or credited. */
export const hasEndedBadly = (stage: Stage): stage is 'expired' | 'cancelled' | 'failed' =>
  stage === 'expired' || stage === 'cancelled' || stage === 'failed';

/** Stages in which the network may know the transaction. */
const ON_CHAIN: ReadonlySet<Stage> = new Set(['sent', 'confirming', 'applied', 'refunded', 'failed']);

/** Whether a transaction can be looked up at a stage. */
export const isOnChain = (stage: Stage): boolean => ON_CHAIN.has(stage);

/** Stages at which the payment can be cancelled: no wallet has signed. */
const CANCELLABLE: ReadonlySet<Stage> = new Set(['unsigned', 'asking', 'refused', 'declined']);

/** Whether a payment can be cancelled at a stage. */
export const isCancellable = (stage: Stage): boolean => CANCELLABLE.has(stage);

/** Stages in which the wallet can be asked to sign, for the first time or again. */
const SIGNABLE: ReadonlySet<Stage> = new Set(['unsigned', 'refused', 'declined']);

/** Whether the wallet can be asked to sign at a stage. */
export const isSignable = (stage: Stage): boolean => SIGNABLE.has(stage);

/** The steps of every payment. */
export const STEPS = ['sign', 'send', 'include', 'confirm'] as const;
export type Step = (typeof STEPS)[number];

/** Progress of a step. */
export type Progress = 'done' | 'now' | 'stopped' | 'ahead';

/** Number of completed steps at a stage, and whether the payment stopped before the last one. */
const PROGRESS: Readonly<Record<Stage, readonly [done: number, isStopped: boolean]>> = {
  unsigned: [0, false],
  asking: [0, false],
  refused: [0, true],
  declined: [0, true],
  'handing-in': [1, false],
  unheard: [1, false],
  'signed-out': [1, true],
  sent: [2, false],
  confirming: [2, false],
  applied: [4, false],
  refunded: [4, false],
  expired: [0, true],
  cancelled: [0, true],
  failed: [2, true],
};

/** Progress of each step at a stage. */
export function progressOf(stage: Stage): Readonly<Record<Step, Progress>> {
  const [done, isStopped] = PROGRESS[stage];
  const at = (place: number): Progress => {
    if (place < done) return 'done';
    if (place > done) return 'ahead';
    return isStopped ? 'stopped' : 'now';
  };
  return { sign: at(0), send: at(1), include: at(2), confirm: at(3) };
}
