import type { UpgradeOffer } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { PayDialog } from '../payments/index.ts';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { useWalletBalance } from '../../data/wallet/balance.ts';
import { upgradeName } from '../../data/messages/upgrade-name.ts';
import { useNow } from '../../data/api/clock.ts';
import { offerState } from './offer.ts';
import { usePurchasing } from './purchasing.ts';
import { UpgradeCard } from './UpgradeCard.tsx';
import { inForce, playerUpgradesQuery, upgradesQuery } from './upgrades.ts';
import '../../ui/screens.css';

/** Number of placeholder cards: the specification's nine upgrades. */
const PLACES = 9;

/** Three columns at most, so that nine cards fill their rows. */
const GRID = 'mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(20.5rem,30%)),1fr))] gap-4';

/** All upgrades on sale. */
export function Offers(): ReactElement {
  const t = useTranslations('upgrades');
  const offers = useQuery(upgradesQuery);
  return (
    <section aria-labelledby="all-upgrades" className="mt-10">
      <h2 id="all-upgrades" className="text-xl">
        {t('all')}
      </h2>
      {offers.isPending && <Places />}
      <QueryFailed query={offers} className="mt-4" />
      {offers.isSuccess && offers.data.length === 0 && <p className="mt-4 text-muted">{t('none')}</p>}
      {offers.isSuccess && offers.data.length > 0 && <Grid offers={offers.data} />}
    </section>
  );
}

function Grid({ offers }: { readonly offers: readonly UpgradeOffer[] }): ReactElement {
  const t = useTranslations('upgrades');
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  const address = useAccount(({ player }) => player?.address ?? null);
  const walletBalance = useWalletBalance();
  const balanceSun = useAccount(({ player }) => player?.balanceSun ?? 0);
  const upgrades = useQuery({ ...playerUpgradesQuery(address ?? ''), enabled: address !== null });
  const { busyIds, asked, press, pay, putOff } = usePurchasing();
  const nowMs = useNow(1_000);
  const active = address === null ? [] : inForce(upgrades.data ?? [], nowMs);
  return (
    <>
      <ul className={GRID}>
        {offers.map((offer) => {
          const mine = active.find(({ upgradeId }) => upgradeId === offer.id);
          const state = offerState({
            isConnected,
            isSignedIn: address !== null,
            walletSun: walletBalance.data,
            balanceSun,
            priceSun: offer.priceSun,
            isActive: mine !== undefined,
            isPurchasing: busyIds.has(offer.id),
          });
          return (
            <UpgradeCard
              key={offer.id}
              offer={offer}
              state={state}
              leftMs={mine === undefined ? 0 : mine.expiresAt - nowMs}
              onPress={() => void press(offer, state)}
            />
          );
        })}
      </ul>
      {asked !== null && (
        <PayDialog
          title={t('buyTitle', { name: upgradeName(asked.id) })}
          description={t('buyText', { minutes: asked.durationMin })}
          amountSun={asked.priceSun}
          onPay={(source) => void pay(asked, source)}
          onClose={putOff}
        />
      )}
    </>
  );
}

/** Placeholders of the cards while they load. */
function Places(): ReactElement {
  const app = useTranslations('app');
  return (
    <div role="status" aria-label={app('loading')} className={GRID}>
      {Array.from({ length: PLACES }, (_, place) => (
        <div
          key={place}
          data-place
          className="h-62 animate-[fade_1.6s_ease-in-out_infinite_alternate] rounded-3xl bg-surface"
        />
      ))}
    </div>
  );
}
