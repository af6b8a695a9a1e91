import { crossChain } from '@popfray/engine';
import { FOREIGN_FACTOR } from '../../data/rules.ts';
import type { Session } from '@popfray/protocol';
import { useRound } from '@popfray/react';
import { createBattleStore, type BattlePhase, type BattleStore } from '@popfray/react/battle';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { networkName } from '../../data/account/network-name.ts';
import { useAccount } from '../../data/account/account.ts';
import { makeSocketUrl } from '../../data/game-socket/socket-url.ts';
import { trx } from '../../data/messages/trx.ts';
import {
  ComboBadge,
  ConnectionNotice,
  ConnectionQuality,
  FieldFrame,
  FullScreen,
  PLAY_PART,
  usePlayMarks,
  TimeBar,
  toggleFullScreen,
} from '../play/index.ts';
import { Coach } from '../coach/index.ts';
import { LazyPart } from '../errors/index.ts';
import { makeTextOf } from '../results/index.ts';
import { PATHS } from '../../data/paths.ts';
import { BattleEmotes } from '../watch/index.ts';
import { useSessionName } from '../sessions/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useRootMark } from '../../ui/root-mark.ts';
import { LeaveDialog, LeaveGuard, type LeaveTexts } from '../../ui/LeaveGuard.tsx';
import { reportBattle } from './battle-record.ts';
import { BattleAnnouncer } from './BattleAnnouncer.tsx';
import { BattleHud } from './BattleHud.tsx';
import { BattleOverlay } from './BattleOverlay.tsx';
import { Rivals } from './Rivals.tsx';

/** Figures of the rules in the hint. */
const HINT_FIGURES = { bossHits: crossChain.boss?.health ?? 0, foreignFactor: FOREIGN_FACTOR };

/** Phases in which leaving needs a confirmation. */
const AT_STAKE: ReadonlySet<BattlePhase> = new Set(['countdown', 'running']);

/** Phases from the countdown to the result. */
const ACTIVE: ReadonlySet<BattlePhase> = new Set(['countdown', 'running', 'settling']);

/** Properties of a live battle. */
interface LiveBattleProps {
  readonly session: Session;
  /** The player's user id, and the secret token of the player's seat. */
  readonly userId: string;
  readonly token: string;
  /** URL of the game socket of the platform that hosts the battle; null for this server's. */
  readonly socketUrl?: string | null;
}

/** Screen of a battle from countdown to result: the player's field in the middle, the opponents beside it. */
export function LiveBattle(props: LiveBattleProps): ReactElement {
  return <BattleScreen key={props.session.id} {...props} />;
}

function BattleScreen({ session, userId, token, socketUrl = null }: LiveBattleProps): ReactElement {
  const t = useTranslations('battle');
  const play = useTranslations('play');
  const field = useTranslations('field');
  const name = useSessionName()(session);
  const screen = useRef<HTMLElement>(null);
  const store = useBattle(session.id, userId, token, socketUrl);
  const phase = useRound(store, (state) => state.phase);
  const result = useRound(store, (state) => state.result);
  useEffect(() => {
    if (result !== null) void reportBattle(result, userId);
  }, [result, userId]);
  useKeys(screen, phase);
  usePlayMarks({ isActive: ACTIVE.has(phase), isRunning: phase === 'running' });
  useRootMark('battle');
  // Known at the end only, and the same from then on.
  const replayText = useMemo(() => (phase === 'over' ? makeTextOf(store.round) : null), [phase, store]);

  return (
    <section ref={screen} aria-label={name} className={`play battle ${PLAY_PART.screen}`}>
      <div className={PLAY_PART.head}>
        <LeaveButton store={store} />
        <div className={`max-w-full min-w-0 ${PLAY_PART.title}`}>
          <h1 tabIndex={-1} className="truncate xl:whitespace-normal">
            {name}
          </h1>
          <Prize session={session} />
        </div>
        <FullScreen />
        <p className="hidden text-sm text-muted xl:block">{t('hint', HINT_FIGURES)}</p>
        <p className="hidden text-sm text-muted xl:pointer-fine:block">{play('keysNoPause')}</p>
      </div>
      <BattleHud store={store} />
      <Rivals store={store} />
      <FieldFrame store={store} label={field('label')}>
        <TimeBar store={store} durationMs={crossChain.durationMs} />
        <ComboBadge store={store} />
        <ConnectionNotice store={store} />
        <BattleOverlay store={store} session={session} userId={userId} replayText={replayText} />
      </FieldFrame>
      <div className={PLAY_PART.side}>
        <ConnectionQuality store={store} />
        {socketUrl === null && (
          <LazyPart>
            <BattleEmotes store={store} sessionId={session.id} />
          </LazyPart>
        )}
        {replayText !== null && (
          <LazyPart>
            <Coach replayText={replayText} />
          </LazyPart>
        )}
      </div>
      <BattleAnnouncer store={store} />
    </section>
  );
}

/** The store of the battle, connected while the screen is mounted. */
function useBattle(sessionId: string, userId: string, token: string, socketUrl: string | null): BattleStore {
  const [store] = useState(() =>
    createBattleStore({
      socketUrl: socketUrl ?? makeSocketUrl(),
      sessionId,
      userId,
      token,
      storage: window.sessionStorage,
    }),
  );
  useEffect(() => {
    store.open();
    return () => store.close();
  }, [store]);
  return store;
}

/** Moves the focus from the field to a new overlay, and toggles full screen with the F key. */
function useKeys(screen: { readonly current: HTMLElement | null }, phase: BattlePhase): void {
  useEffect(() => {
    const holder = document.activeElement;
    // The focus is on the field, or was on a heading that has been removed.
    if (phase !== 'running' && (holder === document.body || holder instanceof HTMLCanvasElement))
      screen.current?.querySelector<HTMLElement>('.overlay h2')?.focus({ preventScroll: true });
  }, [screen, phase]);

  useEffect(() => {
    const element = screen.current;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.toLowerCase() === 'f') toggleFullScreen();
      // Space on the last bubble must not scroll the page.
      if (event.key === ' ' && event.target instanceof HTMLHeadingElement) event.preventDefault();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [screen]);
}

/** What the players can win. */
function Prize({ session }: { readonly session: Session }): ReactElement {
  const t = useTranslations('battle');
  const network = useAccount(({ platform }) => platform?.network);
  return (
    <p className="text-xs text-muted sm:text-sm">
      {session.entryFeeSun === 0
        ? t('stakeNone')
        : t(network?.isPlayMoney === true ? 'stakePlay' : 'stake', {
            pool: trx.exact(session.paidSun),
            network: network === undefined ? '' : networkName(network),
          })}
    </p>
  );
}

/** Leaves the battle, after a confirmation if there is something to lose. */
function LeaveButton({ store }: { readonly store: BattleStore }): ReactElement {
  const t = useTranslations('battle');
  const [, navigate] = useLocation();
  const isAtStake = useRound(store, (state) => AT_STAKE.has(state.phase));
  const [isAsking, setAsking] = useState(false);
  const words = (text: string): LeaveTexts => ({
    title: t('leaveTitle'),
    text,
    stay: t('stay'),
    leave: t('leaveAnyway'),
  });
  return (
    <>
      <button
        type="button"
        className="play-beside action action-bare -ml-3 justify-self-start whitespace-nowrap"
        onClick={() => (isAtStake ? setAsking(true) : navigate(PATHS.lobby))}
      >
        <Icon name="back" />
        {isAtStake ? t('leave') : t('backToLobby')}
      </button>
      <LeaveDialog
        isOpen={isAtStake && isAsking}
        words={words(t('leaveForGood'))}
        onStay={() => setAsking(false)}
        onLeave={() => {
          store.leave();
          navigate(PATHS.lobby);
        }}
      />
      <LeaveGuard isOn={isAtStake && !isAsking} words={words(t('leaveForNow'))} />
    </>
  );
}
