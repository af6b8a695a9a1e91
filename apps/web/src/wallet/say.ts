import type { WalletError } from '@popfray/chain';
import { MAX_PRACTICE_ROUNDS_A_DAY } from '@popfray/protocol';
import { shortenAddress } from '../account/address.ts';
import { speaker } from '../messages/texts.ts';
import { showToast } from '../shell/toast.ts';

/** What a refusal's words may name. */
export interface RefusalContext {
  /** Where the wallet can be had. */
  readonly downloadUrl: string;
  /** The network to be on, e.g. `Nile testnet`; null while the server has not told. */
  readonly network: string | null;
}

const t = speaker('wallet');

/** A wallet's refusal in words for a person. SPEC section 8. */
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

/** Everything that is said about the wallet, the sign-in and the guest. SPEC section 8, toasts. */
export const say = {
  connected: (address: string): void =>
    showToast({
      kind: 'good',
      title: t('connectedTitle'),
      text: t('connectedText', { address: shortenAddress(address) }),
    }),
  /** The wallet went by itself: locked, removed, or disconnected in the extension. */
  gone: (): void => showToast({ kind: 'plain', title: t('goneTitle'), text: t('goneText') }),
  /** The person let go of it here. */
  disconnected: (): void => showToast({ kind: 'plain', title: t('disconnectedTitle'), text: t('disconnectedText') }),
  /** It agreed, and yet speaks for nobody. */
  failed: (): void => showToast({ kind: 'bad', title: t('failedTitle'), text: t('failedText') }),
  absent: (): void => showToast({ kind: 'bad', title: t('absentTitle'), text: t('absentText') }),
  refused: (error: WalletError, context: RefusalContext): void =>
    showToast({ kind: 'bad', title: t('refusedTitle'), text: describeRefusal(error, context) }),
  /** Something else than the wallet's own refusal kept it from connecting. */
  broken: (words: string): void =>
    showToast({ kind: 'bad', title: t('refusedTitle'), text: words || t('refused.unknown') }),
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
  /** The day has had as many practice rounds as a profile counts. */
  gameLimit: (score: number): void =>
    showToast({
      kind: 'plain',
      title: t('gameTitle'),
      text: t('gameLimitText', { score, max: MAX_PRACTICE_ROUNDS_A_DAY }),
    }),
} as const;
