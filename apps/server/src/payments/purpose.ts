import type { EntryKind, FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/context.ts';
import type { Database } from '../platform/database/database.ts';
import type { PaymentRow } from '../platform/database/schema.ts';
import { escrowAccount, HOUSE, type AccountName } from '../ledger/ledger.ts';
import { feeOf, keepSeat, refuseSeat, releaseSeat, takePaidSeat, tellEntry } from '../sessions/entry.ts';
import { priceOf } from '../upgrades/catalogue.ts';
import { givePurchase, refusePurchase } from '../upgrades/purchase.ts';

/** What somebody pays for. */
export interface Aim {
  readonly purpose: 'upgrade' | 'entry';
  /** The upgrade's id, or the session's. */
  readonly id: string;
}

/** What there is to know of a purpose. Whatever takes a payment on its way asks here; it knows neither upgrades nor sessions. */
interface Purpose {
  /** Column of a payment that says which one it is for. */
  readonly column: 'upgrade_id' | 'session_id';
  /** Kind of the ledger's entry, and the account that the money goes to. */
  readonly kind: EntryKind;
  readonly account: (id: string) => AccountName;
  /** sun; null when there is nothing of this id to be paid. */
  readonly price: (db: Database, id: string) => number | null;
  /** Why the player cannot have it now; null when a payment that is final gives it. */
  readonly refuse: (context: Context, address: string, id: string) => FailureCode | null;
  /** Keeps it for a player whose payment is open; or says why it cannot be had. In the caller's transaction. */
  readonly keep: (context: Context, payment: PaymentRow) => FailureCode | null;
  /** Gives what has been paid, in the transaction that books it. */
  readonly give: (context: Context, payment: PaymentRow) => void;
  /** Lets go of what was kept for a payment that is given up. In the caller's transaction. */
  readonly release: (context: Context, payment: PaymentRow) => void;
  /** Tells of what has become of a payment, once it is on the disk. */
  readonly tell: (context: Context, payment: PaymentRow) => void;
}

const nothing = (): void => undefined;

/** Everything that can be paid for. */
export const PURPOSES: Readonly<Record<Aim['purpose'], Purpose>> = {
  upgrade: {
    column: 'upgrade_id',
    kind: 'purchase',
    account: () => HOUSE,
    price: (_, id) => priceOf(id),
    refuse: refusePurchase,
    keep: (context, { address, upgrade_id }) => refusePurchase(context, address, upgrade_id ?? ''),
    give: givePurchase,
    release: nothing,
    tell: nothing,
  },
  entry: {
    column: 'session_id',
    kind: 'entry-fee',
    account: escrowAccount,
    price: feeOf,
    refuse: refuseSeat,
    keep: keepSeat,
    give: takePaidSeat,
    release: releaseSeat,
    tell: tellEntry,
  },
};

/** What a payment is for: which purpose, and which one of its kind. Null when it was only found, and is nobody's purchase. */
export function purposeOf(row: PaymentRow): (Purpose & Pick<Aim, 'id'>) | null {
  const aim = aimOf(row);
  return aim && { ...PURPOSES[aim.purpose], id: aim.id };
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
