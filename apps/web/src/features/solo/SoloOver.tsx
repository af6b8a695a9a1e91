import type { VerifiedRound } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../data/api/failure-text.ts';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { signIn } from '../../data/wallet/wallet-actions.ts';
import { useTrx } from '../../data/messages/trx.ts';
import { Overlay, type PlaySession } from '../play/index.ts';
import { LazyPart } from '../errors/index.ts';
import { Confetti, CountUp, ResultLinks, useFlyingTrx } from '../results/index.ts';
import { PATHS } from '../../data/paths.ts';
import { POINTS_PER_TRX } from '../../data/rules.ts';
import { Icon } from '../../ui/Icon.tsx';
import { solo, type SoloState } from './solo.ts';

/** Number of failed attempts in a row before the user is informed. */
const HIDDEN_FAILURES = 2;

type Over = Extract<SoloState, { readonly step: 'checking' | 'settled' | 'void' }>;

/** Result of a paid round: its score, and the server's verification. SPEC section 2, Game Complete. */
export function SoloOver({
  session,
  onAgain,
}: {
  readonly session: PlaySession;
  readonly onAgain: () => void;
}): ReactElement | null {
  const t = useTranslations('solo');
  const arena = useTranslations('arena');
  const play = useTranslations('play');
  const hud = useTranslations('hud');
  const state = useStore(solo);
  const trx = useTrx();
  const credited = state.step === 'settled' && state.round.creditedSun > 0 ? trx.short(state.round.creditedSun) : null;
  const figure = useFlyingTrx(credited === null ? null : t('flying', { amount: credited }));
  if (!isOver(state)) return null;
  const { score, earnedSun, replay } =
    state.step === 'settled' ? { ...state.round, earnedSun: shownReward(state.round) } : state.kept;
  return (
    <Overlay title={arena('overTitle')} isGuarded>
      {session.personalBest.isBeaten && <Confetti />}
      <dl className="flex flex-wrap items-end justify-center gap-x-10 gap-y-2">
        <div>
          <dt className="text-sm text-muted">{t('finalScore')}</dt>
          <dd className="figure text-3xl sm:mt-1 sm:text-5xl">
            <CountUp value={score} show={(points) => hud('points', { points })} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('trxEarned')}</dt>
          <dd ref={figure} className={`figure text-3xl sm:mt-1 sm:text-5xl ${earnedTone(state)}`}>
            <CountUp value={state.step === 'void' ? 0 : earnedSun} show={trx.short} />
          </dd>
        </div>
      </dl>
      {session.personalBest.isBeaten && (
        <p className="celebrate inline-flex items-center gap-1.5 rounded-full bg-good px-3 py-0.5 text-sm font-semibold text-ink">
          <Icon name="star" className="size-4" />
          {play('bestBeaten')}
        </p>
      )}
      <div role="status" className="max-w-lg text-sm sm:text-base">
        <Outcome state={state} />
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" disabled={state.step === 'checking'} className="action action-primary" onClick={onAgain}>
          {t('playAgain')}
        </button>
        <Link href={PATHS.lobby} className="action action-quiet">
          {t('backToLobby')}
        </Link>
      </div>
      <div className="flex flex-wrap justify-center gap-x-2">
        {state.step === 'settled' && (
          <Link href={`${PATHS.round}/${state.round.id}`} className="action action-bare">
            <Icon name="check" />
            {t('page')}
          </Link>
        )}
        <LazyPart>
          <ResultLinks replayText={replay} />
        </LazyPart>
      </div>
    </Overlay>
  );
}

const isOver = (state: SoloState): state is Over =>
  state.step === 'checking' || state.step === 'settled' || state.step === 'void';

/** The reward as the large figure shows it, in sun: the whole reward while it is pending, otherwise what was credited. */
const shownReward = ({ status, earnedSun, creditedSun }: VerifiedRound): number =>
  status === 'held' ? earnedSun : creditedSun;

/** The colour of the reward: green once it is credited, amber while it is pending. */
function earnedTone(state: Over): string {
  if (state.step === 'settled' && state.round.status === 'held') return 'text-caution';
  if (state.step === 'settled' && state.round.creditedSun > 0) return 'text-good';
  return 'text-muted';
}

/** Status of the server's verification as text. */
function Outcome({ state }: { readonly state: Over }): ReactElement {
  const t = useTranslations('solo');
  const money = useTranslations('money');
  if (state.step === 'settled') return <Verdict round={state.round} />;
  if (state.step === 'void') {
    return (
      <p className="text-caution">
        {t('void')} {failureText(state.code)}
      </p>
    );
  }
  if (state.isSignedOut) {
    return (
      <div className="flex flex-wrap items-center justify-center gap-3">
        <p className="text-caution">{t('signedOut')}</p>
        <button type="button" className="action action-quiet" onClick={() => void signIn()}>
          {money('signIn')}
        </button>
      </div>
    );
  }
  return state.failures >= HIDDEN_FAILURES ? (
    <p className="text-caution">{t('checkingLong')}</p>
  ) : (
    <p className="flex items-center justify-center gap-2 text-muted">
      <span aria-hidden="true" className="payment-pulse" />
      {t('checking')}
    </p>
  );
}

function Verdict({ round }: { readonly round: VerifiedRound }): ReactElement {
  const t = useTranslations('solo');
  const trx = useTrx();
  const { status, earnedSun, creditedSun } = round;
  const earned = trx.exact(earnedSun);
  if (status === 'held') return <p className="text-caution">{t('held', { earned })}</p>;
  if (status === 'refused') return <p className="text-caution">{t('refused')}</p>;
  if (creditedSun < earnedSun)
    return (
      <p className="text-caution">
        {t(round.cutBy === null ? 'capped' : `cut.${round.cutBy}`, { earned, credited: trx.exact(creditedSun) })}
      </p>
    );
  if (earnedSun === 0) return <p className="text-muted">{t('creditedNone', { points: POINTS_PER_TRX })}</p>;
  return <p>{t('credited')}</p>;
}
