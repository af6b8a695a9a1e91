import { useRound } from '@popfray/react';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { Overlay } from '../play/index.ts';
import { LazyPart } from '../errors/index.ts';
import { HeldRoundText } from '../payments/index.ts';
import { BalanceLine, Confetti, CountUp, ResultLinks, useFlyingTrx } from '../results/index.ts';
import { PATHS } from '../../data/paths.ts';
import { POINTS_PER_TRX } from '../../data/rules.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import type { SoloSession } from './solo-session.ts';
import { solo, type SoloResult, type SoloState } from './solo.ts';

/** Number of failed attempts in a row before the user is informed. */
const HIDDEN_FAILURES = 2;

/** Texts of a round that was called off, by who called it off. */
const VOID_TEXTS = { server: 'cancelled', player: 'ended' } as const;

/** Result of a paid round: its score, and what the server has credited. SPEC section 2, Game Complete. */
export function SoloOver({
  session,
  onAgain,
}: {
  readonly session: SoloSession;
  readonly onAgain: () => void;
}): ReactElement {
  const t = useTranslations('solo');
  const arena = useTranslations('arena');
  const play = useTranslations('play');
  const state = useStore(solo);
  const result = state.step === 'settled' ? state.result : null;
  const isDone = result !== null || state.step === 'void';
  return (
    <Overlay title={arena('overTitle')} isGuarded>
      {session.personalBest.isBeaten && <Confetti />}
      {state.step !== 'asking' && <Figures session={session} state={state} />}
      {session.personalBest.isBeaten && (
        <p className="animate-[bump_200ms_var(--ease-out)_150ms_backwards] inline-flex items-center gap-1.5 rounded-full bg-good px-3 py-0.5 text-sm font-semibold text-ink">
          <Icon name="star" className="size-4" />
          {play('bestBeaten')}
        </p>
      )}
      <div role="status" className="max-w-lg text-sm sm:text-base">
        {result === null ? <Progress session={session} state={state} /> : <Verdict result={result} />}
      </div>
      {isDone && <BalanceLine />}
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" disabled={!isDone} className="action action-primary" onClick={onAgain}>
          {t('playAgain')}
        </button>
        <Link href={PATHS.lobby} className="action action-quiet">
          {t('backToLobby')}
        </Link>
      </div>
      {result !== null && (
        <div className="flex flex-wrap justify-center gap-x-2">
          <Link href={`${PATHS.round}/${result.id}`} className="action action-bare">
            <Icon name="check" />
            {t('page')}
          </Link>
          {result.replay !== null && (
            <LazyPart>
              <ResultLinks replayText={result.replay} />
            </LazyPart>
          )}
        </div>
      )}
    </Overlay>
  );
}

/** The score and the reward: the page's own until the server has settled the round. */
function Figures({ session, state }: { readonly session: SoloSession; readonly state: SoloState }): ReactElement {
  const t = useTranslations('solo');
  const hud = useTranslations('hud');
  const shownScore = useRound(session.store, ({ score }) => score);
  const result = state.step === 'settled' ? state.result : null;
  const credited = result !== null && result.creditedSun > 0 ? trx.short(result.creditedSun) : null;
  const figure = useFlyingTrx(credited === null ? null : t('flying', { amount: credited }));
  const earnedSun = result === null ? (session.store.round?.earnedSun ?? 0) : shownReward(result);
  return (
    <dl className="flex flex-wrap items-end justify-center gap-x-10 gap-y-2">
      <div>
        <dt className="text-sm text-muted">{t('finalScore')}</dt>
        <dd className="figure text-3xl sm:mt-1 sm:text-5xl">
          <CountUp value={result?.score ?? shownScore} show={(points) => hud('points', { points })} />
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t('trxEarned')}</dt>
        <dd ref={figure} className={`figure text-3xl sm:mt-1 sm:text-5xl ${earnedTone(result)}`}>
          <CountUp value={state.step === 'void' ? 0 : earnedSun} show={trx.short} />
        </dd>
      </div>
    </dl>
  );
}

/** The reward as the large figure shows it, in sun: the whole reward while it is pending, otherwise what was credited. */
const shownReward = ({ status, earnedSun, creditedSun }: SoloResult): number =>
  status === 'held' ? earnedSun : creditedSun;

/** The colour of the reward: green once it is credited, amber while it is pending. */
function earnedTone(result: SoloResult | null): string {
  if (result?.status === 'held') return 'text-caution';
  return result !== null && result.creditedSun > 0 ? 'text-good' : 'text-muted';
}

/** What happens until there is a result, or why there is none. */
function Progress({ session, state }: { readonly session: SoloSession; readonly state: SoloState }): ReactElement {
  const t = useTranslations('solo');
  const isLost = useRound(session.store, ({ connection }) => connection === 'lost');
  if (state.step === 'void') {
    const { cause } = state;
    const isDistrusted = cause !== 'server' && cause !== 'player';
    return (
      <>
        <p className="text-caution">
          {t('void')} {t(isDistrusted ? 'distrusted' : VOID_TEXTS[cause])}
        </p>
        {isDistrusted && <p className="mt-1 font-mono text-xs text-muted">{cause}</p>}
      </>
    );
  }
  const isLate = state.step === 'asking' ? state.failures >= HIDDEN_FAILURES : isLost;
  return isLate ? (
    <p className="text-caution">{t('checkingLong')}</p>
  ) : (
    <p className="flex items-center justify-center gap-2 text-muted">
      <Pulse />
      {t('checking')}
    </p>
  );
}

function Verdict({ result }: { readonly result: SoloResult }): ReactElement {
  const t = useTranslations('solo');
  const address = useAccount(({ player }) => player?.address ?? null);
  const { status, earnedSun, creditedSun, cutBy } = result;
  const earned = trx.exact(earnedSun);
  if (status !== 'credited')
    return (
      <>
        <p className="text-caution">{t(status, { earned })}</p>
        {address !== null && (
          <div className="mt-2">
            <HeldRoundText address={address} round={{ ...result, status }} />
          </div>
        )}
      </>
    );
  if (creditedSun < earnedSun)
    return (
      <p className="text-caution">
        {t(cutBy === null ? 'capped' : `cut.${cutBy}`, { earned, credited: trx.exact(creditedSun) })}
      </p>
    );
  if (earnedSun === 0) return <p className="text-muted">{t('creditedNone', { points: POINTS_PER_TRX })}</p>;
  return <p>{t('credited')}</p>;
}
