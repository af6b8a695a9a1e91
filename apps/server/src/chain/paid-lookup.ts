import type { PaymentLookup } from '@popfray/chain';

/** A final payment, as a node found it. The only state that money may follow from. */
export type PaidLookup = Extract<PaymentLookup, { state: 'paid' }>;
