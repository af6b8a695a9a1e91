import { SKINS, type SkinOffer } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useAccount } from '../../data/account/account.ts';
import { skinName } from '../../data/messages/skin-name.ts';
import { trx } from '../../data/messages/trx.ts';
import { skinOf } from '../../data/settings/palette.ts';
import { changeSettings, settings } from '../../data/settings/settings.ts';
import { connectWallet, signIn } from '../../data/wallet/wallet-actions.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogEnd } from '../../ui/DialogEnd.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { buySkin, ownSkinsQuery, skinState, type SkinState } from './own-skins.ts';
import { SkinSample } from './SkinSample.tsx';
import '../../ui/screens.css';

/** The skins of the store, with those that the player has. */
export function SkinStore(): ReactElement {
  const t = useTranslations('skins');
  const address = useAccount(({ player }) => player?.address ?? null);
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  const balanceSun = useAccount(({ player }) => player?.balanceSun ?? 0);
  const chosen = useStore(settings, ({ skin }) => skin);
  const own = useQuery({ ...ownSkinsQuery(address ?? ''), enabled: address !== null });
  const [asked, setAsked] = useState<SkinOffer | null>(null);
  const [buyingId, setBuying] = useState<string | null>(null);
  const owned = new Set(own.data?.skins.map(({ skinId }) => skinId));

  const buy = async (id: string): Promise<void> => {
    setAsked(null);
    setBuying(id);
    await buySkin(id);
    setBuying(null);
  };
  const press = (skin: SkinOffer, state: SkinState): void => {
    if (state === 'connect') void connectWallet();
    else if (state === 'signIn') void signIn();
    else if (state === 'buy') setAsked(skin);
    else if (state === 'use') changeSettings({ skin: skin.id });
    else if (state === 'inUse') changeSettings({ skin: null });
  };

  return (
    <section aria-labelledby="all-skins" className="mt-12">
      <h2 id="all-skins" className="text-xl">
        {t('title')}
      </h2>
      <p className="mt-2 max-w-prose text-muted">{t('lead')}</p>
      <QueryFailed query={own} />
      <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(17rem,22%)),1fr))] gap-4">
        {SKINS.map((skin) => (
          <SkinCard
            key={skin.id}
            skin={skin}
            questDays={own.data?.questDays ?? 0}
            isBusy={buyingId === skin.id || (address !== null && own.isPending)}
            state={skinState({
              isConnected,
              isSignedIn: address !== null,
              isOwned: owned.has(skin.id),
              isChosen: chosen === skin.id,
              priceSun: skin.priceSun,
              balanceSun,
            })}
            onPress={press}
          />
        ))}
      </ul>
      {asked !== null && <AskDialog skin={asked} onBuy={() => void buy(asked.id)} onClose={() => setAsked(null)} />}
    </section>
  );
}

function SkinCard({
  skin,
  state,
  questDays,
  isBusy,
  onPress,
}: {
  readonly skin: SkinOffer;
  readonly state: SkinState;
  /** Days on which the player has completed all quests. */
  readonly questDays: number;
  readonly isBusy: boolean;
  readonly onPress: (skin: SkinOffer, state: SkinState) => void;
}): ReactElement {
  const t = useTranslations('skins');
  const name = skinName(skin.id);
  const look = skinOf('standard', skin.id);
  const isInert = isBusy || state === 'short' || state === 'earn';
  const text = state === 'buy' ? t('buy', { price: trx.exact(skin.priceSun ?? 0) }) : t(`button.${state}`);
  return (
    <li
      className={`flex flex-col rounded-3xl bg-surface p-5 ${
        state === 'inUse' ? 'shadow-[inset_0_0_0_1.5px_color-mix(in_srgb,var(--color-good)_60%,transparent)]' : ''
      }`}
    >
      <article aria-label={name} className="contents">
        <div style={{ background: look.field.middle }} className="grid place-items-center rounded-2xl px-3 py-5">
          <SkinSample skin={look} label={t('sample', { name })} className="w-full max-w-70" />
        </div>
        <h3 className="mt-4 text-lg">{name}</h3>
        <p className="mt-1 min-h-10 text-sm text-muted tabular-nums">
          {skin.questDays !== null
            ? t('earn', { days: skin.questDays, done: Math.min(questDays, skin.questDays) })
            : state === 'use' || state === 'inUse'
              ? t('owned')
              : t('price', { price: trx.exact(skin.priceSun ?? 0) })}
        </p>
        <button
          type="button"
          // Not disabled, so that the keyboard focus stays on the button.
          aria-disabled={isInert}
          {...(state === 'inUse' && { 'aria-pressed': true })}
          aria-label={t('buttonFor', { action: isBusy ? t('buying') : text, name })}
          className="action action-quiet mt-4 w-full"
          onClick={isInert ? undefined : () => onPress(skin, state)}
        >
          {isBusy && <Pulse />}
          {isBusy ? t('buying') : text}
        </button>
      </article>
    </li>
  );
}

/** Asks for a confirmation before a skin is bought. */
function AskDialog({
  skin,
  onBuy,
  onClose,
}: {
  readonly skin: SkinOffer;
  readonly onBuy: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('skins');
  const price = trx.exact(skin.priceSun ?? 0);
  return (
    <Dialog
      isOpen
      title={t('askTitle', { name: skinName(skin.id) })}
      description={t('askText', { price })}
      onClose={onClose}
    >
      <DialogEnd className="mt-5">
        <div className="flex flex-wrap gap-2">
          <button type="button" className="action action-primary" onClick={onBuy}>
            {t('buy', { price })}
          </button>
          <button type="button" className="action action-bare" onClick={onClose}>
            {t('cancel')}
          </button>
        </div>
      </DialogEnd>
    </Dialog>
  );
}
