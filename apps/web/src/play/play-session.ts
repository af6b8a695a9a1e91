import type { Rules } from '@popfray/engine';
import { createRoundStore, type RoundStore } from '@popfray/react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useGameRecord } from '../account/game-record.ts';
import { readRace } from '../rivals/race-link.ts';
import type { Race, Rival } from '../rivals/rival.ts';
import { asksForTutorial, endTutorial, isTutorialDue } from '../tutorial/tutorial-due.ts';
import { readBest, usePersonalBest, type PersonalBest } from './personal-best.ts';
import { makeSeedPath, readSeed } from './seed.ts';

/** One player on one play screen: the rounds, and the personal best. */
export interface PlaySession {
  readonly rules: Rules;
  readonly store: RoundStore;
  readonly personalBest: PersonalBest;
  /** Starts a round. */
  readonly start: () => void;
}

/** A play session of practice, whose player may choose the seed and whom to race, and learns the game in the first round. */
export interface PracticeSession extends PlaySession {
  /** The seed that every round plays, named by the address or the rival; null for a fresh one each time. */
  readonly seed: string | null;
  /** Puts a seed in force, in the address too, and starts a round with it. */
  readonly playSeed: (seed: string) => void;
  /** Back to a fresh seed each time. */
  readonly dropSeed: () => void;
  /** Whom the next rounds are raced against; null for nobody. */
  readonly rival: Rival | null;
  readonly chooseRival: (rival: Rival | null) => void;
  /** Whether the address names a rival who is still to be chosen: until then nothing starts. */
  readonly awaitsRival: boolean;
  /** The race of the round on show, or null. */
  readonly race: Race | null;
  /** Whether the lesson is on, before the round that was started. */
  readonly isLesson: boolean;
  /** Ends the lesson, done or skipped, and starts the round. */
  readonly endLesson: () => void;
}

/** Opens the practice session of a screen. A store given is used in place of one of its own. */
export function usePracticeSession(rules: Rules, given?: RoundStore): PracticeSession {
  const [store] = useState(() => given ?? createRoundStore({ rules }));
  const [path, navigate] = useLocation();
  const search = useSearch();
  const named = readSeed(search);
  const personalBest = usePersonalBest(store, rules.id);
  useGameRecord(store);
  const [rival, setRival] = useState<Rival | null>(null);
  const [awaitsRival, setAwaitsRival] = useState(() => readRace(location.hash) !== null);
  useEffect(() => {
    const look = (): void => setAwaitsRival(readRace(location.hash) !== null);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  const [race, setRace] = useState<Race | null>(null);
  const [isLesson, setLesson] = useState(false);
  const [isLessonAsked, setLessonAsked] = useState(() => asksForTutorial(search));
  const seed = rival?.seed ?? named;

  const play = useCallback(
    (wanted: string | null, against: Rival | null) => {
      store.start(wanted ?? undefined);
      setRace(against && { rival: against, replay: against.playOn(store.getState().seed) });
    },
    [store],
  );
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
      // Who has played another seed cannot play this one.
      const stays = rival?.seed === null ? rival : null;
      setRival(stays);
      setLesson(false);
      play(wanted, stays);
    },
    [play, navigate, path, rival],
  );
  const dropSeed = useCallback(() => {
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
    start,
    playSeed,
    dropSeed,
    rival,
    chooseRival,
    awaitsRival,
    race,
    isLesson,
    endLesson,
  };
}

/** Whether nobody has played here yet: no lesson had, no score kept. */
const isFirstRound = (rules: Rules): boolean => isTutorialDue() && readBest(rules.id) === null;
