import { useRound, type RoundStore } from '@popfray/react';
import { useCallback, useDeferredValue, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import {
  Announcer,
  FieldFrame,
  StartCountdown,
  FullScreen,
  toggleFullScreen,
  ComboBadge,
  Hud,
  PLAY_PART,
  usePlayMarks,
  TimeBar,
  isFocusLost,
  isPlayKey,
  type PlaySession,
  type Race,
  type PracticeSession,
} from '../play/index.ts';
import { Controls } from './Controls.tsx';
import { RunOnMount, LazyPart } from '../errors/index.ts';
import { Coach } from '../coach/index.ts';
import { Lesson } from '../tutorial/index.ts';
import { PracticeUpgrades, UpgradesMark } from '../upgrades/index.ts';
import { RaceStrip } from './practice-part.ts';
import { PracticeSide } from './PracticeSide.tsx';
import { SeedPanel } from './SeedPanel.tsx';

/** A screen with a round: title, figures, field, buttons and seed. */
export function PlayScreen({
  session,
  practice,
  race = practice?.race ?? null,
  name,
  note,
  head,
  hint,
  back = 'home',
  isLocked = false,
  side,
  overlays,
}: {
  readonly session: PlaySession;
  /** The same session if it is practice: it can be paused, and its seed can be chosen. */
  readonly practice?: PracticeSession;
  /** The race of the round; by default that of practice. */
  readonly race?: Race | null;
  readonly name: string;
  /** What the round is about, in one line. */
  readonly note: string;
  /** Further content of the header: the mode switch. */
  readonly head?: ReactNode;
  readonly hint: string;
  /** Target of the back link. */
  readonly back?: 'home' | 'lobby';
  /** Whether this player cannot start a round. */
  readonly isLocked?: boolean;
  /** Content beside the field instead of the practice buttons. */
  readonly side?: ReactNode;
  readonly overlays: ReactNode;
}): ReactElement {
  const t = useTranslations('play');
  const field = useTranslations('field');
  const screen = useRef<HTMLElement>(null);
  const { store, rules } = session;
  const isSignedIn = useAccount(({ player }) => player !== null);
  const phase = useRound(store, (state) => state.phase);
  // Deferred, because what is made of it is large.
  const replayText = useDeferredValue(useRound(store, ({ result }) => result?.replayText ?? null));
  const phaseBefore = useRef(phase);
  // Without a field a round would never advance.
  const [isFieldless, setFieldless] = useState(false);
  const onUnsupported = useCallback(() => setFieldless(true), []);
  // A round that waits for the field has begun for its player: the field says that it is loading.
  const isWaiting = practice?.isWaiting === true;
  const isClosed = isLocked || isFieldless || isWaiting || (practice?.awaitsRival ?? false);
  // During a lesson the field shows the lesson's round.
  const [lessonStore, setLessonStore] = useState<RoundStore | null>(null);
  const lesson = practice === undefined ? session.lesson : { isShown: practice.isLesson, end: practice.endLesson };
  const isLesson = lesson?.isShown === true && !isFieldless;
  const played = (isLesson ? lessonStore : null) ?? store;

  // The focused button or the field may have been removed: move the focus to the heading of the overlay.
  useEffect(() => {
    if (phaseBefore.current === phase) return;
    phaseBefore.current = phase;
    if (phase !== 'running' && isFocusLost())
      screen.current?.querySelector<HTMLElement>('.overlay h2')?.focus({ preventScroll: true });
  }, [phase]);

  // Shortcuts work on the play screen only, so that letters typed elsewhere have no effect.
  useEffect(() => {
    const element = screen.current;
    const press = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      // The last keys of a round that has just been paused must not scroll the page.
      if (isPlayKey(event) && event.target instanceof HTMLHeadingElement) event.preventDefault();
      const key = event.key.toLowerCase();
      if (key === 'f') toggleFullScreen();
      if (key === 'p' && !store.pause()) store.resume();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [store]);

  usePlayMarks({ isActive: phase === 'running' || phase === 'paused', isRunning: phase === 'running' });

  return (
    <Screen name={name} className="flex flex-1 flex-col">
      <section ref={screen} aria-label={name} className={`play ${PLAY_PART.screen}`}>
        <div className={PLAY_PART.head}>
          <Link href={PATHS[back]} className="play-beside action action-bare -ml-3 justify-self-start">
            <Icon name="back" />
            {back === 'home' ? t('backToHome') : t('backToLobby')}
          </Link>
          <div className={PLAY_PART.title}>
            <h1 tabIndex={-1}>{name}</h1>
            <p className="text-xs text-muted sm:text-sm">{note}</p>
          </div>
          <FullScreen />
          {head}
          <p className="hidden text-sm text-muted xl:block">{hint}</p>
          <p className="hidden text-sm text-muted xl:pointer-fine:block">
            {practice === undefined ? t('keysNoPause') : t('keys')}
          </p>
        </div>
        <Hud store={store} hasLevels={rules.levelPops > 0}>
          {race !== null && phase !== 'idle' && (
            <LazyPart>
              <RaceStrip store={store} race={race} />
            </LazyPart>
          )}
          {practice !== undefined && practice.loadout.length > 0 && (
            <LazyPart>
              <UpgradesMark loadout={practice.loadout} />
            </LazyPart>
          )}
        </Hud>
        <FieldFrame
          store={played}
          label={field('label')}
          isPractice={practice !== undefined}
          onUnsupported={onUnsupported}
        >
          <TimeBar store={store} durationMs={rules.durationMs} />
          {!isLesson && <StartCountdown store={store} />}
          {(phase !== 'over' || isLesson) && <ComboBadge store={played} />}
          {isLesson && (
            <LazyPart fallback={<RunOnMount act={lesson.end} />}>
              <Lesson rules={rules} isPractice={practice !== undefined} onRound={setLessonStore} onEnd={lesson.end} />
            </LazyPart>
          )}
          {!(isLesson && practice !== undefined) && !isFieldless && !isWaiting && overlays}
        </FieldFrame>
        <div className={`flex flex-col gap-5 ${PLAY_PART.side}`}>
          {practice !== undefined && <Controls store={store} onStart={session.start} isLocked={isClosed} />}
          {side}
          {replayText !== null && (
            <LazyPart>
              <Coach replayText={replayText} />
            </LazyPart>
          )}
          <BestLine session={session} />
          {practice?.hasUpgrades === true && isSignedIn && (
            <LazyPart>
              <PracticeUpgrades session={practice} />
            </LazyPart>
          )}
          {practice !== undefined && <PracticeSide session={practice} />}
          {practice !== undefined && <SeedPanel session={practice} isLocked={isClosed} />}
          <p className="text-sm text-muted xl:hidden">{hint}</p>
        </div>
        <Announcer store={store} />
      </section>
    </Screen>
  );
}

function BestLine({ session }: { readonly session: PlaySession }): ReactElement {
  const t = useTranslations('play');
  const { best } = session.personalBest;
  return (
    <dl className="flex items-baseline gap-3 xl:block flat:block">
      <dt className="text-sm text-muted">{t('best')}</dt>
      {best === null ? (
        <dd className="font-medium">{t('bestNone')}</dd>
      ) : (
        <dd className="figure text-lg xl:mt-1">{t('bestValue', { score: best })}</dd>
      )}
    </dl>
  );
}
