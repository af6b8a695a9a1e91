import type { PaymentPurposes } from '../platform/context/index.ts';
import { depositPurpose } from '../payments/index.ts';
import { entryPurpose } from '../sessions/index.ts';
import { skinPurpose } from '../skins/index.ts';
import { upgradePurpose } from '../upgrades/index.ts';

/** Everything that can be paid for in this product. */
export const PAYMENT_PURPOSES: PaymentPurposes = {
  upgrade: upgradePurpose,
  skin: skinPurpose,
  entry: entryPurpose,
  deposit: depositPurpose,
};
