import type { PaymentPurposes } from '../platform/context/context.ts';
import { entryPurpose } from '../sessions/entry.ts';
import { upgradePurpose } from '../upgrades/purchase.ts';

/** Everything that can be paid for in this product. */
export const PAYMENT_PURPOSES: PaymentPurposes = { upgrade: upgradePurpose, entry: entryPurpose };
