import type { WalletError } from '@popfray/chain';
import { shortenAddress } from '../account/address.ts';
import { createTranslator } from '../messages/texts.ts';
import { showToast } from '../../ui/toast.ts';

/** Values for the placeholders of the texts. */
export interface RefusalContext {
  /** Download page of the wallet. */
  readonly downloadUrl: string;
  /** Name of the required network, e.g. `Nile testnet`; null until the server has answered. */
  readonly network: string | null;
}

const t = createTranslator('wallet');

/** Explains a wallet error to the user. SPEC section 8. */
export function describeRefusal({ code, reason }: WalletError, { downloadUrl, network }: RefusalContext): string {
  switch (code) {
    case 'ERR_WALLET_REJECTED':
      return t('refused.rejected');
    case 'ERR_WALLET_TIMEOUT':
      return t('refused.timeout');
    case 'ERR_WALLET_ABSENT':
      return t('refused.absent', { host: new URL(downloadUrl).host });
    case 'ERR_WALLET_LOCKED':
      return t('refused.locked');
    case 'ERR_WALLET_PENDING':
      return t('refused.pending');
    case 'ERR_WALLET_ACCOUNT':
      return t('refused.account');
    case 'ERR_WALLET_NETWORK':
      return network === null ? reason || t('refused.unknown') : t('refused.network', { network });
    case 'ERR_WALLET_PAYMENT':
      return t('refused.payment');
    case 'ERR_WALLET_INCOMPATIBLE':
      return reason === '' ? t('refused.incompatible') : reason;
  }
}

/** Toasts about the wallet, the sign-in and the guest. SPEC section 8, toasts. */
export const walletToasts = {
  connected: (address: string): void =>
    showToast({
      kind: 'good',
      title: t('connectedTitle'),
      text: t('connectedText', { address: shortenAddress(address) }),
    }),
  /** The wallet was locked, removed, or disconnected in the extension. */
  gone: (): void => showToast({ kind: 'plain', title: t('goneTitle'), text: t('goneText') }),
  /** The user disconnected on this page. */
  disconnected: (): void => showToast({ kind: 'plain', title: t('disconnectedTitle'), text: t('disconnectedText') }),
  /** The wallet approved the connection but provides no account. */
  failed: (): void => showToast({ kind: 'bad', title: t('failedTitle'), text: t('failedText') }),
  absent: (): void => showToast({ kind: 'bad', title: t('absentTitle'), text: t('absentText') }),
  refused: (error: WalletError, context: RefusalContext): void =>
    showToast({ kind: 'bad', title: t('refusedTitle'), text: describeRefusal(error, context) }),
  /** Connecting failed for a reason other than a wallet error. */
  broken: (reason: string): void =>
    showToast({ kind: 'bad', title: t('refusedTitle'), text: reason || t('refused.unknown') }),
  otherNetwork: (network: string): void =>
    showToast({ kind: 'bad', title: t('otherNetworkTitle'), text: t('otherNetworkText', { network }) }),
  switched: (address: string): void =>
    showToast({
      kind: 'plain',
      title: t('switchedTitle'),
      text: t('switchedText', { address: shortenAddress(address) }),
    }),
  notAuthenticated: (): void =>
    showToast({ kind: 'bad', title: t('authenticationTitle'), text: t('authenticationText') }),
  welcome: (name: string): void =>
    showToast({ kind: 'good', title: t('welcomeTitle'), text: t('welcomeText', { name }) }),
  guest: (name: string): void => showToast({ kind: 'plain', title: t('guestTitle'), text: t('guestText', { name }) }),
  game: (score: number): void => showToast({ kind: 'good', title: t('gameTitle'), text: t('gameText', { score }) }),
  /** The daily limit of counted practice rounds is reached: `max` of them. */
  gameLimit: (score: number, max: number): void =>
    showToast({ kind: 'plain', title: t('gameTitle'), text: t('gameLimitText', { score, max }) }),
} as const;
