import type { EntryKind, FailureCode } from '@popfray/protocol';
import type { Context, PaymentPurpose, PaymentPurposeName } from '../platform/context/index.ts';
import type { PaymentRow } from '../platform/database/index.ts';
import { type AccountName, escrowAccount, HOUSE, playerAccount } from '../ledger/index.ts';
import { admitPaidAction, refuseDeposit } from '../protection/index.ts';

/** What a payment is for: a purpose, and the id of the upgrade, the skin or the session; empty for a deposit. */
export interface Aim {
  readonly purpose: PaymentPurposeName;
  readonly id: string;
}

/** How a payment of a purpose is stored and booked. */
interface Booking {
  /** Kind of the ledger's entry, and the account that receives the money. */
  readonly kind: EntryKind;
  readonly account: (row: PaymentRow) => AccountName;
  /** The gate of protection: why the player cannot make the payment now. Runs in the transaction that accepts it. */
  readonly admit: (context: Context, address: string, amountSun: number) => Promise<FailureCode | null>;
  /** Whether one payment is enough, so that the player's other intents for the same are cancelled. */
  readonly isOnce: boolean;
}

/** How payments of each purpose are stored and booked. */
export const BOOKINGS: Readonly<Record<PaymentPurposeName, Booking>> = {
  upgrade: { kind: 'purchase', account: () => HOUSE, admit: admitPaidAction, isOnce: true },
  skin: { kind: 'purchase', account: () => HOUSE, admit: admitPaidAction, isOnce: true },
  entry: {
    kind: 'entry-fee',
    account: ({ session_id: id }) => escrowAccount(id ?? ''),
    admit: admitPaidAction,
    isOnce: true,
  },
  deposit: {
    kind: 'deposit',
    account: ({ address }) => playerAccount(address),
    admit: refuseDeposit,
    isOnce: false,
  },
};

/** The purpose of a payment and the id of what it is for; null for a payment that was only found and belongs to no purchase. */
export function purposeOf(
  { paymentPurposes }: Pick<Context, 'paymentPurposes'>,
  row: PaymentRow,
): (PaymentPurpose & Aim) | null {
  const aim = aimOf(row);
  return aim && { ...paymentPurposes[aim.purpose], ...aim };
}

/** What a payment is for; null when it was only found. */
export function aimOf({ purpose, upgrade_id, skin_id, session_id }: PaymentRow): Aim | null {
  return purpose === 'recovered' ? null : { purpose, id: upgrade_id ?? skin_id ?? session_id ?? '' };
}

/** Whether a payment is for a purpose and its id. */
export function isFor(row: PaymentRow, { purpose, id }: Aim): boolean {
  const aim = aimOf(row);
  return aim?.purpose === purpose && aim.id === id;
}

/** The columns of a payment that say what it is for. */
export const columnsOf = (aim: Aim | null): Pick<PaymentRow, 'purpose' | 'upgrade_id' | 'skin_id' | 'session_id'> => ({
  purpose: aim?.purpose ?? 'recovered',
  upgrade_id: aim?.purpose === 'upgrade' ? aim.id : null,
  skin_id: aim?.purpose === 'skin' ? aim.id : null,
  session_id: aim?.purpose === 'entry' ? aim.id : null,
});
