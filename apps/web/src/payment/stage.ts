import type { WalletErrorCode } from '@popfray/chain';
import type { FailureCode, Payment } from '@popfray/protocol';

/** What this page is doing about a payment that the server still awaits. */
export type Signing =
  /** The wallet asks the person. */
  | { readonly step: 'asking' }
  /** The wallet, or the person, said no. */
  | { readonly step: 'refused'; readonly code: WalletErrorCode }
  /** Signed, and not acknowledged by the server. */
  | { readonly step: 'handing-in'; readonly failures: number; readonly isSignedOut: boolean }
  /** The server will not have it. */
  | { readonly step: 'declined'; readonly code: FailureCode };

/** Where a payment stands for a person. Each has its own words. */
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

/** Failed attempts at handing a payment in before a person is told of them. */
const PATIENT_FAILURES = 1;

/**
 * Where a payment stands: the server's word first, then what this page does about it. Whether its time is over the server says
 * too: a visitor's clock may be wrong by hours.
 */
export function stageOf(payment: Payment, signing: Signing | undefined): Stage {
  if (payment.status !== 'awaiting') return payment.status;
  if (signing?.step === 'handing-in') {
    if (signing.isSignedOut) return 'signed-out';
    return signing.failures > PATIENT_FAILURES ? 'unheard' : 'handing-in';
  }
  return signing === undefined ? 'unsigned' : signing.step;
}

/** Stages in which money may still move: the panel stays until they are over. */
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

/** Whether a stage is not the end. */
export const isOpen = (stage: Stage): boolean => OPEN.has(stage);

/** Whether a stage is an end at which nothing was bought and nothing credited. */
export const hasEndedBadly = (stage: Stage): stage is 'expired' | 'cancelled' | 'failed' =>
  stage === 'expired' || stage === 'cancelled' || stage === 'failed';

/** Stages in which the network may know the transaction. */
const ON_CHAIN: ReadonlySet<Stage> = new Set(['sent', 'confirming', 'applied', 'refunded', 'failed']);

/** Whether there is a transaction to be looked up at a stage. */
export const isOnChain = (stage: Stage): boolean => ON_CHAIN.has(stage);

/** Stages that may be given up: no wallet has signed. */
const CANCELLABLE: ReadonlySet<Stage> = new Set(['unsigned', 'asking', 'refused', 'declined']);

/** Whether a payment can be cancelled at a stage. */
export const isCancellable = (stage: Stage): boolean => CANCELLABLE.has(stage);

/** Stages in which the wallet can be asked, again or for the first time. */
const SIGNABLE: ReadonlySet<Stage> = new Set(['unsigned', 'refused', 'declined']);

/** Whether the wallet can be asked to sign at a stage. */
export const isSignable = (stage: Stage): boolean => SIGNABLE.has(stage);

/** The way of every payment. */
export const STEPS = ['sign', 'send', 'include', 'confirm'] as const;
export type Step = (typeof STEPS)[number];

/** How far a step is. */
export type Progress = 'done' | 'now' | 'stopped' | 'ahead';

/** Steps done at a stage, and whether the way ended before its end. */
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

/** How far each step is at a stage. */
export function progressOf(stage: Stage): Readonly<Record<Step, Progress>> {
  const [done, isStopped] = PROGRESS[stage];
  const at = (place: number): Progress => {
    if (place < done) return 'done';
    if (place > done) return 'ahead';
    return isStopped ? 'stopped' : 'now';
  };
  return { sign: at(0), send: at(1), include: at(2), confirm: at(3) };
}
