import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { signIn } from '../../data/wallet/wallet-actions.ts';
import { useAccount } from '../../data/account/account.ts';
import { Overlay } from '../play/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { ArenaMode } from './mode.ts';

/** Explains why a mode is not available and offers the required step. SPEC section 2, arena. */
export function ClosedMode({ mode }: { readonly mode: Exclude<ArenaMode, 'freePlay'> }): ReactElement {
  const t = useTranslations('arena');
  const account = useTranslations('account');
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  const isSigningIn = useAccount((state) => state.isSigningIn);
  return (
    <Overlay title={t(`readyTitle.${mode}`)}>
      <p
        role="alert"
        className="flex max-w-md items-center gap-3 rounded-2xl bg-raised px-4 py-3 text-left text-sm sm:text-base"
      >
        <Icon name="alert" className="size-5 shrink-0 text-caution" />
        {isConnected ? t('signInAlert') : t('walletAlert')}
      </p>
      {isConnected ? (
        <button
          type="button"
          disabled={isSigningIn}
          className="action action-primary min-h-13 px-8 text-lg"
          onClick={() => void signIn()}
        >
          {isSigningIn ? account('signingIn') : account('signIn')}
        </button>
      ) : (
        <button type="button" disabled className="action min-h-13 px-8 text-lg">
          {t('connectFirst')}
        </button>
      )}
    </Overlay>
  );
}
