import { failureText } from '../../data/api/failure-text.ts';
import type { WalletErrorCode } from '@popfray/chain';
import { account } from '../../data/account/account.ts';
import { networkName } from '../../data/account/network-name.ts';
import { shortenAddress } from '../../data/account/address.ts';
import { createTranslator } from '../../data/messages/texts.ts';
import type { Signing } from './stage.ts';

const t = createTranslator('payment.wallet');

/** Explains a wallet error to the user. SPEC section 8, thrown errors. `address` is the player who pays. */
export function describeWalletError(code: WalletErrorCode, address: string): string {
  const { platform } = account.getState();
  return t(code, {
    address: shortenAddress(address),
    network: platform === null ? '' : networkName(platform.network),
  });
}

/** Explains why a payment was not signed or not accepted; empty if neither happened. */
export function describeSigning(signing: Signing | undefined, address: string): string {
  if (signing?.step === 'refused') return describeWalletError(signing.code, address);
  if (signing?.step === 'declined') return failureText(signing.code);
  return '';
}
