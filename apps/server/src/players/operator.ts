import type { Settings } from '../platform/config/index.ts';
import type { House } from '../platform/context/index.ts';

/** Who may open the desk. */
export type Operators = Pick<Settings, 'adminAddresses' | 'canHouseSignIn'>;

/** Whether an address is an operator's: one of `ADMIN_ADDRESSES`, or the house's, unless the house may not sign in. */
export function isOperator(
  { house, settings }: { readonly house: Pick<House, 'address'>; readonly settings: Operators },
  address: string,
): boolean {
  return address === house.address ? settings.canHouseSignIn : settings.adminAddresses.includes(address);
}
