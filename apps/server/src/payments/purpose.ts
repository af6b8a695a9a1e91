import type { EntryKind } from '@popfray/protocol';
import type { Context, PaymentPurpose, PaymentPurposeName } from '../platform/context/index.ts';
import type { PaymentRow } from '../platform/database/index.ts';
import { type AccountName, escrowAccount, HOUSE } from '../ledger/index.ts';

/** What a payment is for: a purpose, and the id of the upgrade or of the session. */
export interface Aim {
  readonly purpose: PaymentPurposeName;
  readonly id: string;
}

/** How a payment of a purpose is stored and booked. */
interface Booking {
  /** Column of a payment that holds the id. */
  readonly column: 'upgrade_id' | 'session_id';
  /** Kind of the ledger's entry, and the account that receives the money. */
  readonly kind: EntryKind;
  readonly account: (id: string) => AccountName;
}

/** How payments of each purpose are stored and booked. */
export const BOOKINGS: Readonly<Record<PaymentPurposeName, Booking>> = {
  upgrade: { column: 'upgrade_id', kind: 'purchase', account: () => HOUSE },
  entry: { column: 'session_id', kind: 'entry-fee', account: escrowAccount },
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
export function aimOf({ purpose, upgrade_id, session_id }: PaymentRow): Aim | null {
  if (purpose === 'recovered') return null;
  return { purpose, id: (purpose === 'upgrade' ? upgrade_id : session_id) ?? '' };
}

/** The columns of a payment that say what it is for. */
export const columnsOf = (aim: Aim | null): Pick<PaymentRow, 'purpose' | 'upgrade_id' | 'session_id'> => ({
  purpose: aim?.purpose ?? 'recovered',
  upgrade_id: aim?.purpose === 'upgrade' ? aim.id : null,
  session_id: aim?.purpose === 'entry' ? aim.id : null,
});
