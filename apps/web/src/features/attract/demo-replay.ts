import {
  createRound,
  decodeReplay,
  freePlay,
  parseReplayText,
  recordReplay,
  seededEntropy,
  type Replay,
  type Rules,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { featuredRounds } from '../watch/index.ts';

/** Seed of the round that a bot plays where there is no featured one. */
const DEMO_SEED = 'POPFRAY';

/** How long to wait for the list of featured rounds, ms. */
const FEATURED_TIMEOUT_MS = 3_000;

/** A round to show: the best featured one of the rules, or without rules of any; else a bot's. */
export async function loadDemo(rules: Rules | null): Promise<Replay> {
  await featuredLoaded();
  for (const { replay } of featuredRounds.store.getState().value ?? []) {
    const bytes = parseReplayText(replay);
    const decoded = bytes.ok ? decodeReplay(bytes.value) : null;
    if (decoded?.ok === true && (rules === null || decoded.value.rulesId === rules.id)) return decoded.value;
  }
  return playAsBot(rules ?? freePlay);
}

/** Waits for the first answer about featured rounds, or its failure. */
async function featuredLoaded(): Promise<void> {
  const { store, watch } = featuredRounds;
  const isKnown = ({ value, hasFailed }: ReturnType<typeof store.getState>): boolean => value !== null || hasFailed;
  if (isKnown(store.getState())) return;
  const stop = watch();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, FEATURED_TIMEOUT_MS);
    const unsubscribe = store.subscribe((state) => {
      if (!isKnown(state)) return;
      clearTimeout(timer);
      unsubscribe();
      resolve();
    });
  });
  stop();
}

/** The round of a regular bot. It is the same each time. */
function playAsBot(rules: Rules): Replay {
  const made = createRound({ rules, entropy: seededEntropy(DEMO_SEED), events: false });
  if (!made.ok) throw new RangeError(made.error.code);
  createBot({ skill: BOT_SKILLS.regular, seed: DEMO_SEED }).advanceTo(made.value, rules.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  return replay.value;
}
