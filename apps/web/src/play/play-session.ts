import type { Rules, UpgradeId } from '@popfray/engine';
import type { ActiveUpgrade } from '@popfray/protocol';
import { createRoundStore, useRound, type RoundStore } from '@popfray/react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useGameRecord } from '../account/game-record.ts';
import { serverNow } from '../api/server-clock.ts';
import { readRace } from '../rivals/race-link.ts';
import type { Race, Rival } from '../rivals/rival.ts';
import { asksForTutorial, endTutorial, isTutorialDue } from '../tutorial/tutorial-due.ts';
import { readBest, usePersonalBest, type PersonalBest } from './personal-best.ts';
import { practiceLoadout } from './practice-upgrades.ts';
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
  /** Whether the player chooses whom to race. A practice battle always has its bot. */
  readonly hasRaces: boolean;
  /** Whom the next rounds are raced against; null for nobody. */
  readonly rival: Rival | null;
  readonly chooseRival: (rival: Rival | null) => void;
  /** Whether the address names a rival who is still to be chosen: until then nothing starts. */
  readonly awaitsRival: boolean;
  /** The race of the round on show, or null. */
  readonly race: Race | null;
  /** Whether a player's upgrades work in these rounds: not in a practice battle. */
  readonly hasUpgrades: boolean;
  /** Tells which upgrades the player has, so that rounds without a seed or a rival start with them. */
  readonly offerUpgrades: (upgrades: readonly ActiveUpgrade[]) => void;
  /** The upgrades of the round on show; before a round, those of the next one. */
  readonly loadout: readonly UpgradeId[];
  /** Whether the lesson is on, before the round that was started. */
  readonly isLesson: boolean;
  /** Ends the lesson, done or skipped, and starts the round. */
  readonly endLesson: () => void;
}

/** What a practice session can leave out. */
interface PracticeOptions {
  /** A store that is used in place of a new one. */
  readonly store?: RoundStore | undefined;
  /** Whether these are practice battles: always against a bot that the screen chooses, and without upgrades. */
  readonly isBattle?: boolean;
}

const NO_UPGRADES: readonly UpgradeId[] = [];

/** Opens the practice session of a screen. */
export function usePracticeSession(
  rules: Rules,
  { store: given, isBattle = false }: PracticeOptions = {},
): PracticeSession {
  const [store] = useState(() => given ?? createRoundStore({ rules }));
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

  const play = useCallback(
    (wanted: string | null, against: Rival | null) => {
      const inForce = takeUpgrades(wanted, against);
      store.start(wanted ?? undefined, inForce);
      setTaken(inForce);
      setRace(against && { rival: against, replay: against.playOn(store.getState().seed) });
    },
    [store, takeUpgrades],
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
    hasRaces: !isBattle,
    hasUpgrades: !isBattle,
    offerUpgrades,
    loadout,
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
