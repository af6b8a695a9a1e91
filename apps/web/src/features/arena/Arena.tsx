import { arena, crossChain } from '@popfray/engine';
import {
  createStreamedRoundStore,
  useRound,
  type RoundPhase,
  type RoundStore,
  type StreamedRoundStore,
} from '@popfray/react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useSearch } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { withTexts } from '../../data/messages/texts.ts';
import { POINTS_PER_TRX } from '../../data/rules.ts';
import { useFirstLesson, usePersonalBest, usePracticeSession, type PracticeSession } from '../play/index.ts';
import { LazyPart, ErrorBoundary } from '../errors/index.ts';
import { hasKeptRound, SoloOverlay, SoloSide, type SoloSession } from '../solo/index.ts';
import { PlayScreen } from '../play-screen/index.ts';
import { ClosedMode } from './ClosedMode.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { needsWallet, parseMode, preferredMode, type ArenaMode } from './mode.ts';
import { PracticeOverlay } from './PracticeOverlay.tsx';

/** Solo rounds have a separate personal best, because upgrades affect them. */
const SOLO_BEST = 'arena-solo';

/** Practice battles against a bot, loaded when the mode is chosen. */
const importCrossChain = () => withTexts(import('./CrossChainPart.tsx'), 'practice');
const CrossChainOverlay = lazy(() => importCrossChain().then((module) => ({ default: module.CrossChainOverlay })));
const OpponentChoice = lazy(() => importCrossChain().then((module) => ({ default: module.OpponentChoice })));

/** Figures of the rules for the text about bosses. */
const BOSS_FIGURES = {
  hits: arena.boss?.health ?? 0,
  hitPoints: arena.boss?.hitPoints ?? 0,
  killPoints: arena.boss?.killPoints ?? 0,
};

/** Stores that tests provide. */
interface ArenaProps {
  /** Store for practice. */
  readonly store?: RoundStore;
  /** Store for paid rounds. */
  readonly soloStore?: StreamedRoundStore;
  /** Store for practice battles. */
  readonly crossChainStore?: RoundStore;
}

/** The arena: practice for all visitors, rounds that earn TRX for signed-in players, practice battles for connected wallets. */
export function Arena({ store, soloStore, crossChainStore }: ArenaProps): ReactElement {
  const t = useTranslations('arena');
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  const isSignedIn = useAccount(({ player }) => player !== null);
  const practice = usePracticeSession(arena, { store });
  const solo = useSoloSession(soloStore);
  const battle = usePracticeSession(crossChain, { store: crossChainStore, isBattle: true });
  const soloPhase = useRound(solo.store, (state) => state.phase);
  const battlePhase = useRound(battle.store, (state) => state.phase);
  const practicePhase = useRound(practice.store, (state) => state.phase);
  const phases = { freePlay: practicePhase, solo: soloPhase, crossChain: battlePhase };
  const { mode, setMode } = useMode(practice, phases);
  // A running round continues when the wallet disconnects or the sign-in ends.
  const isSolo = mode === 'solo' && (isSignedIn || soloPhase !== 'idle');
  const isSoloLesson = isSolo && solo.lesson?.isShown === true;
  const isBattle = mode === 'crossChain' && (isConnected || battlePhase !== 'idle');
  const practised = isBattle ? battle : practice;
  const session = isSolo ? solo : practised;
  const phase = useRound(session.store, (state) => state.phase);
  return (
    <PlayScreen
      session={session}
      {...(!isSolo && { practice: practised })}
      name={t('title')}
      note={t(`note.${mode}`, { points: POINTS_PER_TRX })}
      hint={t('bossHint', BOSS_FIGURES)}
      back={isConnected ? 'lobby' : 'home'}
      isLocked={needsWallet(mode) && !isBattle}
      head={
        <ModeSwitch
          mode={mode}
          isLocked={phase === 'running' || phase === 'paused' || isSoloLesson}
          onChange={(next) => {
            practised.cancelStart();
            session.store.reset();
            setMode(next);
          }}
        />
      }
      side={
        <>
          {isSolo && (
            <div className="flex min-h-96 flex-col gap-4">
              <LazyPart>
                <SoloSide session={solo} />
              </LazyPart>
            </div>
          )}
          {isBattle && (
            <LazyPart>
              <OpponentChoice session={battle} />
            </LazyPart>
          )}
        </>
      }
      overlays={overlay()}
    />
  );

  function overlay(): ReactElement {
    if (isSolo) {
      return (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <SoloOverlay session={solo} />
          </Suspense>
        </ErrorBoundary>
      );
    }
    if (isBattle) {
      return (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <CrossChainOverlay session={battle} />
          </Suspense>
        </ErrorBoundary>
      );
    }
    return needsWallet(mode) ? <ClosedMode mode={mode} /> : <PracticeOverlay session={practice} />;
  }
}

/**
 * The current mode: chosen by the user or the address, else the player's preferred mode. The player may be known only after the first
 * render, so the preference applies until a round or a lesson starts.
 */
function useMode(
  practice: PracticeSession,
  phases: Readonly<Record<ArenaMode, RoundPhase>>,
): { readonly mode: ArenaMode; readonly setMode: (mode: ArenaMode) => void } {
  const named = parseMode(useSearch());
  // An address with a seed or a race opens practice.
  const isForPractice = practice.seed !== null || practice.awaitsRival;
  const [chosen, setMode] = useState<ArenaMode | null>(() => {
    if (named !== null || isForPractice) return named ?? 'freePlay';
    // A paid round was running when the page was reloaded.
    return hasKeptRound() ? 'solo' : null;
  });
  const preferred = useAccount(({ player }) => preferredMode(player));
  const mode = chosen ?? preferred ?? 'freePlay';
  const hasBegun = practice.isLesson || phases[mode] !== 'idle';
  if (hasBegun && chosen === null) setMode(mode);
  return { mode, setMode };
}

/** The session of paid rounds. It does not start rounds: the server opens each. */
function useSoloSession(given: StreamedRoundStore | undefined): SoloSession {
  const [store] = useState(() => given ?? createStreamedRoundStore({ rules: arena }));
  const personalBest = usePersonalBest(store, SOLO_BEST, { withUpgrades: true });
  const lesson = useFirstLesson(arena);
  return { rules: arena, store, personalBest, start: () => undefined, lesson };
}
