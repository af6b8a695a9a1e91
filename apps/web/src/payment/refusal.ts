import { failureText } from '../api/failure-text.ts';
import type { WalletErrorCode } from '@popfray/chain';
import { account } from '../account/account.ts';
import { networkName } from '../account/network-name.ts';
import { shortenAddress } from '../account/address.ts';
import { speaker } from '../messages/texts.ts';
import type { Signing } from './stage.ts';

const t = speaker('payment.wallet');

/** Why the wallet signed nothing, in words for a person. SPEC section 8, thrown errors. `address` is whose payment it is. */
export function describeWalletError(code: WalletErrorCode, address: string): string {
  const { platform } = account.getState();
  return t(code, {
    address: shortenAddress(address),
    network: platform === null ? '' : networkName(platform.network),
  });
}

/** Why a payment was not signed or not taken; empty when it was neither. */
export function describeSigning(signing: Signing | undefined, address: string): string {
  if (signing?.step === 'refused') return describeWalletError(signing.code, address);
  if (signing?.step === 'declined') return failureText(signing.code);
  return '';
}
