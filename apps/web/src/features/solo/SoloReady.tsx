import { failureText } from '../../data/api/failure-text.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useAccount } from '../../data/account/account.ts';
import { useConnectivity } from '../../data/api/connectivity.ts';
import { usePlatformStats } from '../../data/platform/platform-stats.ts';
import { trx } from '../../data/messages/trx.ts';
import { PausedNotice } from '../payments/index.ts';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { Overlay } from '../play/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import type { SoloSession } from './solo-session.ts';
import { solo, soloTermsQuery, type SoloState } from './solo.ts';
import { limitOf } from './terms.ts';
import { ReloadButton } from '../../ui/ReloadButton.tsx';

/** Overlay before a paid round and while the page connects to it: the possible earnings, the start button and, before the first round, the tutorial. */
export function SoloReady({
  session,
  onStart,
}: {
  readonly session: SoloSession;
  readonly onStart: () => void;
}): ReactElement {
  const t = useTranslations('solo');
  const arena = useTranslations('arena');
  const money = useTranslations('money');
  const format = useFormatter();
  const state = useStore(solo);
  const address = useAccount(({ player }) => player?.address ?? null);
  const terms = useQuery({ ...soloTermsQuery(address ?? ''), enabled: address !== null });
  const limit = terms.data === undefined ? null : limitOf(terms.data);
  const isOpening = state.step === 'opening' || state.step === 'playing';
  const isOpen = state.step === 'ready' && state.open !== null;
  const isOffline = useConnectivity() === 'offline';
  const isPaused = usePlatformStats().stats.isPaidPlayPaused === true;
  // A round that is open is not a new paid action.
  const isClosed = isOpening || isOffline || (!isOpen && (isPaused || !terms.isSuccess));
  return (
    <Overlay title={arena('readyTitle.solo')}>
      {/* As high as the terms, so that the button does not move. */}
      {terms.isPending && <p className="min-h-14 text-muted">{t('loading')}</p>}
      <QueryFailed query={terms} className="mt-4" />
      {terms.data !== undefined && limit !== null && (
        <div>
          <p className="text-muted">
            {t('rate', { points: terms.data.pointsPerTrx })}
            {' · '}
            {t('free')}
          </p>
          {limit.by === null ? (
            <p className="mt-1 sm:mt-3">
              <span className="text-sm text-muted">{t('left')}</span>{' '}
              <span className="figure text-lg text-good sm:text-2xl">
                {money('trx', { amount: trx.exact(limit.leftSun) })}
              </span>
            </p>
          ) : (
            <p className="mx-auto mt-2 flex max-w-md items-start gap-2 text-left text-sm text-caution">
              <Icon name="alert" />
              {t(`spent.${limit.by}`, {
                at: format.dateTime(limit.resetsAt, { timeStyle: 'short' }),
                full: trx.exact(terms.data.fullCapSun),
              })}
            </p>
          )}
        </div>
      )}
      <PausedNotice className="max-w-md text-sm" />
      {isOffline && <p className="max-w-md text-sm text-caution">{t('needsServer')}</p>}
      {isOpen && <p className="text-sm text-caution">{t('open')}</p>}
      <button
        type="button"
        disabled={isClosed}
        className="action action-primary min-h-13 px-8 text-lg"
        onClick={onStart}
      >
        <Icon name="play" />
        {isOpening ? t('opening') : t(isOpen ? 'rejoin' : 'start')}
      </button>
      {state.step === 'playing' && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Pulse />
          {t('connecting')}
        </p>
      )}
      {session.lesson?.isDue === true && !isOpen && (
        <button
          type="button"
          disabled={isClosed}
          className="action action-quiet"
          onClick={() => session.lesson?.begin(onStart)}
        >
          {t('lesson')}
        </button>
      )}
      <Refusal state={state} />
      <p className="max-w-sm text-sm text-balance text-muted">{t('noPause')}</p>
    </Overlay>
  );
}

/** Why a round was refused. */
function Refusal({ state }: { readonly state: SoloState }): ReactElement | null {
  const t = useTranslations('solo');
  if (state.step !== 'refused') return null;
  if (state.code === 'outdated') {
    return (
      <p role="alert" className="flex flex-wrap items-center justify-center gap-2 text-sm text-caution">
        {t('outdated')}
        <ReloadButton>{t('reload')}</ReloadButton>
      </p>
    );
  }
  return (
    <p role="alert" className="max-w-md text-sm text-caution">
      {state.code === null ? t('failed') : failureText(state.code)}
    </p>
  );
}
