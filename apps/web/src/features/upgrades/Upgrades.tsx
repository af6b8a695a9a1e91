import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Queries } from '../../data/api/Queries.tsx';
import { RecoverForm, PausedNotice } from '../payments/index.ts';
import { SkinStore } from '../skins/index.ts';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useAccount } from '../../data/account/account.ts';
import { Offers } from './Offers.tsx';
import { StoreHead } from './StoreHead.tsx';
import '../../ui/screens.css';

/** The upgrade store. */
export function Upgrades(): ReactElement {
  return (
    <Queries>
      <Store />
    </Queries>
  );
}

function Store(): ReactElement {
  const t = useTranslations('upgrades');
  const isSignedIn = useAccount(({ player }) => player !== null);
  return (
    <Screen name={t('screen')} className="gutter mx-auto w-full max-w-360 pt-2 pb-20 sm:pt-4">
      <Link href={PATHS.home} className="action action-bare -ml-3">
        <Icon name="back" />
        {t('back')}
      </Link>
      <h1 tabIndex={-1} className="mt-1 text-3xl md:text-4xl">
        {t('title')}
      </h1>
      <p className="mt-3 mb-6 text-muted">
        {t('lead')} <span className="inline-block text-chain">{t('noBattles')}</span>
      </p>
      <PausedNotice className="mb-6" />
      <StoreHead />
      <Offers />
      <SkinStore />
      {isSignedIn && (
        <div className="mt-12 max-w-xl">
          <RecoverForm />
        </div>
      )}
    </Screen>
  );
}
