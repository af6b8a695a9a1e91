import { arena } from '@popfray/engine';
import { createRoundStore, useRound, type RoundStore } from '@popfray/react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useSearch } from 'wouter';
import { useAccount } from '../account/account.ts';
import { withTexts } from '../messages/texts.ts';
import { usePersonalBest } from '../play/personal-best.ts';
import { usePracticeSession, type PlaySession } from '../play/play-session.ts';
import { PlayScreen } from '../play/PlayScreen.tsx';
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx';
import { ClosedMode } from './ClosedMode.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { needsWallet, parseMode, type ArenaMode } from './mode.ts';
import { PracticeOverlay } from './PracticeOverlay.tsx';

/** Paid rounds, with all that it takes to speak with the server: fetched when they are chosen. */
const importSolo = () => withTexts(import('../solo/SoloPart.tsx'), 'money');
const SoloOverlay = lazy(() => importSolo().then((module) => ({ default: module.SoloOverlay })));
const SoloSide = lazy(() => importSolo().then((module) => ({ default: module.SoloSide })));

/** Solo rounds have a best of their own: upgrades count in them. */
const SOLO_BEST = 'arena-solo';

/** What a test may bring. */
interface ArenaProps {
  /** A store of practice of the caller's own. */
  readonly store?: RoundStore;
  /** A store of paid rounds of the caller's own, not pausable. */
  readonly soloStore?: RoundStore;
}

/** The arena: practice for everybody, rounds that earn TRX for signed-in players, battles as soon as there are any. */
export function Arena({ store, soloStore }: ArenaProps): ReactElement {
  const t = useTranslations('arena');
  const named = parseMode(useSearch());
  const [mode, setMode] = useState<ArenaMode>(named);
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  const isSignedIn = useAccount(({ player }) => player !== null);
  const practice = usePracticeSession(arena, store);
  const solo = useSoloSession(soloStore);
  const isOpen = mode === 'solo' && isSignedIn;
  const soloPhase = useRound(solo.store, (state) => state.phase);
  // A round that has begun goes on whatever becomes of the sign-in.
  const isSolo = isOpen || (mode === 'solo' && soloPhase !== 'idle');
  const session = isSolo ? solo : practice;
  const phase = useRound(session.store, (state) => state.phase);
  return (
    <PlayScreen
      session={session}
      {...(!isSolo && { practice })}
      name={t('title')}
      note={t(`note.${mode}`)}
      hint={t('bossHint')}
      back={isConnected ? 'lobby' : 'home'}
      isLocked={needsWallet(mode)}
      head={
        <ModeSwitch
          mode={mode}
          isLocked={phase === 'running' || phase === 'paused'}
          onChange={(next) => {
            session.store.reset();
            setMode(next);
          }}
        />
      }
      side={
        isSolo && (
          <ErrorBoundary fallback={null}>
            <Suspense fallback={null}>
              <SoloSide />
            </Suspense>
          </ErrorBoundary>
        )
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
    return needsWallet(mode) ? <ClosedMode mode={mode} /> : <PracticeOverlay session={practice} />;
  }
}

/** The session of paid rounds. It starts none by itself: each needs a ticket. */
function useSoloSession(given: RoundStore | undefined): PlaySession {
  const [store] = useState(() => given ?? createRoundStore({ rules: arena, pausable: false }));
  const personalBest = usePersonalBest(store, SOLO_BEST);
  return { rules: arena, store, personalBest, start: () => undefined };
}
