import type { Rules, UpgradeId } from '@popfray/engine';
import type { ActiveUpgrade } from '@popfray/protocol';
import { createRoundStore, useRound, type PlayedRoundStore, type RoundStore } from '@popfray/react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fieldState, whenFieldReady } from './field-state.ts';
import { useGameRecord } from './game-record.ts';
import { serverNow } from '../../data/api/server-clock.ts';
import { readRace } from '../../data/links/race-link.ts';
import type { Race, Rival } from './rival.ts';
import type { FirstLesson } from './first-lesson.ts';
import { asksForTutorial, endTutorial } from './tutorial-due.ts';
import { isFirstRound, usePersonalBest, type PersonalBest } from './personal-best.ts';
import { practiceLoadout } from './practice-upgrades.ts';
import { START_COUNTDOWN_MS } from './StartCountdown.tsx';
import { makeSeedPath, readSeed } from '../../data/links/seed.ts';

/** State and actions of a play screen: its rounds and the personal best. */
export interface PlaySession {
  readonly rules: Rules;
  readonly store: PlayedRoundStore;
  readonly personalBest: PersonalBest;
  /** Starts a round. */
  readonly start: () => void;
  /** The tutorial before a first round that is no practice; absent where none is offered. */
  readonly lesson?: FirstLesson;
}

/** A practice session: the player can choose the seed and a rival, and gets the tutorial before the first round. */
export interface PracticeSession extends PlaySession {
  readonly store: RoundStore;
  /** The seed of every round, from the address or the rival; null for a new seed each time. */
  readonly seed: string | null;
  /** Sets a seed, also in the address, and starts a round with it. */
  readonly playSeed: (seed: string) => void;
  /** Returns to a new seed for each round. */
  readonly clearSeed: () => void;
  /** Whether the player chooses the rival. A practice battle always has its bot. */
  readonly hasRaces: boolean;
  /** The rival of the next rounds; null for none. */
  readonly rival: Rival | null;
  readonly chooseRival: (rival: Rival | null) => void;
  /** Whether the address names a rival that is still loading: rounds cannot start until then. */
  readonly awaitsRival: boolean;
  /** The race of the current round, or null. */
  readonly race: Race | null;
  /** Whether the player's upgrades apply: not in a practice battle. */
  readonly hasUpgrades: boolean;
  /** Sets the player's upgrades; rounds without a seed or a rival start with them. */
  readonly offerUpgrades: (upgrades: readonly ActiveUpgrade[]) => void;
  /** The upgrades of the current round; before a round, those of the next one. */
  readonly loadout: readonly UpgradeId[];
  /** Whether the tutorial is shown before the round. */
  readonly isLesson: boolean;
  /** Ends the tutorial, completed or skipped, and starts the round. */
  readonly endLesson: () => void;
  /** Whether a round was started before the field can show it. It begins when the field is ready. */
  readonly isWaiting: boolean;
  /** Takes such a start back. */
  readonly cancelStart: () => void;
}

/** Optional settings of a practice session. */
interface PracticeOptions {
  /** A store to use instead of a new one. */
  readonly store?: RoundStore | undefined;
  /** Whether these are practice battles: always against a bot that the screen chooses, and without upgrades. */
  readonly isBattle?: boolean;
}

const NO_UPGRADES: readonly UpgradeId[] = [];

/** Creates the practice session of a screen. */
export function usePracticeSession(
  rules: Rules,
  { store: given, isBattle = false }: PracticeOptions = {},
): PracticeSession {
  const [store] = useState(() => given ?? createRoundStore({ rules, countdownMs: START_COUNTDOWN_MS }));
  const [path, navigate] = useLocation();
  const search = useSearch();
  const named = readSeed(search);
  const personalBest = usePersonalBest(store, rules.id);
  useGameRecord(store);
  const [rival, setRival] = useState<Rival | null>(null);
  const [isRaceNamed, setAwaitsRival] = useState(() => readRace(location.hash) !== null);
  const awaitsRival = isBattle ? rival === null : isRaceNamed;
  useEffect(() => {
    const look = (): void => setAwaitsRival(readRace(location.hash) !== null);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  const [race, setRace] = useState<Race | null>(null);
  const [isLesson, setLesson] = useState(false);
  const [isLessonAsked, setLessonAsked] = useState(() => asksForTutorial(search));
  const seed = rival?.seed ?? named;

  const [upgrades, offerUpgrades] = useState<readonly ActiveUpgrade[]>([]);
  const [taken, setTaken] = useState(NO_UPGRADES);
  const phase = useRound(store, (state) => state.phase);
  /** Rounds that are compared with others are played without upgrades: decision 0054. */
  const takeUpgrades = useCallback(
    (wanted: string | null, against: Rival | null) =>
      isBattle || wanted !== null || against !== null ? NO_UPGRADES : practiceLoadout(rules, upgrades, serverNow()),
    [rules, isBattle, upgrades],
  );
  const loadout = phase === 'idle' ? takeUpgrades(seed, rival) : taken;

  const [isWaiting, setWaiting] = useState(false);
  const play = useCallback(
    (wanted: string | null, against: Rival | null) => {
      if (!fieldState.getState().isReady) {
        setWaiting(true);
        return;
      }
      setWaiting(false);
      const inForce = takeUpgrades(wanted, against);
      store.start(wanted ?? undefined, inForce);
      setTaken(inForce);
      setRace(against && { rival: against, replay: against.playOn(store.getState().seed) });
    },
    [store, takeUpgrades],
  );
  const begin = useEffectEvent(() => play(seed, rival));
  useEffect(() => (isWaiting ? whenFieldReady(() => begin()) : undefined), [isWaiting]);
  const cancelStart = useCallback(() => setWaiting(false), []);
  const endLesson = useCallback(() => {
    endTutorial();
    setLessonAsked(false);
    setLesson(false);
    play(seed, rival);
  }, [play, seed, rival]);
  const start = useCallback(() => {
    if (isLesson) endLesson();
    else if (isLessonAsked || isFirstRound(rules)) setLesson(true);
    else play(seed, rival);
  }, [play, endLesson, rules, isLesson, isLessonAsked, seed, rival]);
  const playSeed = useCallback(
    (wanted: string) => {
      navigate(makeSeedPath(path, wanted), { replace: true });
      // A rival with another seed cannot race on this one.
      const stays = rival?.seed === null ? rival : null;
      setRival(stays);
      setLesson(false);
      play(wanted, stays);
    },
    [play, navigate, path, rival],
  );
  const clearSeed = useCallback(() => {
    navigate(path, { replace: true });
    setRival((before) => (before?.seed === null ? before : null));
  }, [navigate, path]);
  const chooseRival = useCallback((chosen: Rival | null) => {
    setRival(chosen);
    setAwaitsRival(false);
  }, []);

  return {
    rules,
    store,
    seed,
    personalBest,
    hasRaces: !isBattle,
    hasUpgrades: !isBattle,
    offerUpgrades,
    loadout,
    start,
    playSeed,
    clearSeed,
    rival,
    chooseRival,
    awaitsRival,
    race,
    isLesson,
    endLesson,
    isWaiting,
    cancelStart,
  };
}
