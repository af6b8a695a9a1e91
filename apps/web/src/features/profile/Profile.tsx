import type { Player } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { signIn } from '../../data/wallet/wallet-actions.ts';
import { useAccount } from '../../data/account/account.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { LazyPart } from '../errors/index.ts';
import { SeasonPanel } from '../season/index.ts';
import { PATHS } from '../../data/paths.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Balance } from './Balance.tsx';
import { DataPanel } from './DataPanel.tsx';
import { Identity } from './Identity.tsx';
import { Progress } from './Progress.tsx';
import { PurchaseHistory } from './PurchaseHistory.tsx';
import { Records } from './Records.tsx';
import { GameStats, UpgradeStats } from './Statistics.tsx';
import { UpgradesInForce } from './UpgradesInForce.tsx';
import '../../ui/screens.css';

/** The signed-in player's profile. */
export function Profile(): ReactElement {
  const player = useAccount((state) => state.player);
  return <Queries>{player === null ? <WalletRequired /> : <PlayerProfile player={player} />}</Queries>;
}

function PlayerProfile({ player }: { readonly player: Player }): ReactElement {
  const t = useTranslations('profile');
  const { address } = player;
  return (
    <Screen name={t('screen')} className="gutter mx-auto w-full max-w-360 pt-6 pb-20 md:pt-10">
      <h1 tabIndex={-1} className="sr-only">
        {t('title')}
      </h1>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)_20rem]">
        <div className="flex flex-col gap-4">
          <Identity player={player} />
          <Balance player={player} />
          <GameStats player={player} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 lg:row-span-2 xl:row-auto">
          <Progress address={address} />
          <Records address={address} />
        </div>
        <div className="flex flex-col gap-4 lg:col-start-1 xl:col-auto">
          {/* As high as the panel of a new player, so that what follows does not move when the panel has loaded. */}
          <div className="min-h-97">
            <LazyPart>
              <SeasonPanel address={address} />
            </LazyPart>
          </div>
          <UpgradesInForce address={address} />
          <UpgradeStats address={address} />
          <PurchaseHistory address={address} />
          <section aria-labelledby="cross-chain-note" className="px-1">
            <h2 id="cross-chain-note" className="flex items-center gap-2 text-base">
              <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-chain" />
              {t('crossChainTitle')}
            </h2>
            <p className="mt-2 text-sm text-muted">{t('crossChain')}</p>
          </section>
          <DataPanel player={player} />
        </div>
      </div>
    </Screen>
  );
}

/** Shown without a wallet: there is no profile. SPEC section 2, profile page. */
function WalletRequired(): ReactElement {
  const t = useTranslations('profile');
  const money = useTranslations('money');
  const app = useTranslations('app');
  const wallet = useAccount((state) => state.wallet);
  const isSigningIn = useAccount((state) => state.isSigningIn);
  return (
    <Screen name={t('screen')} className="gutter m-auto flex max-w-md flex-col items-center gap-4 py-20 text-center">
      <h1 tabIndex={-1} className="text-3xl">
        {wallet === 'connecting' ? app('loading') : t('required')}
      </h1>
      {wallet === 'connected' && (
        <>
          <p className="text-muted">{t('signInText')}</p>
          <button type="button" disabled={isSigningIn} className="action action-primary" onClick={() => void signIn()}>
            {money('signIn')}
          </button>
        </>
      )}
      {wallet === 'disconnected' && (
        <>
          <p className="text-muted">{t('requiredText')}</p>
          <Link href={PATHS.home} className="action action-primary">
            {t('connect')}
          </Link>
        </>
      )}
    </Screen>
  );
}
