import type { PaymentLookup } from '@popfray/chain';

/** A final payment, as a node found it. Money is booked for this state only. */
export type PaidLookup = Extract<PaymentLookup, { state: 'paid' }>;
