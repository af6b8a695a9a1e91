import { createHash } from 'node:crypto';
import type { Quest, QuestKind } from '@popfray/protocol';
import type { PlayDayRow } from '../platform/database/index.ts';

/** Quests of a day. */
const QUESTS_A_DAY = 3;

/** What a quest can ask for. Everybody can do it without paying: solo rounds, free battles and the daily challenge count. */
const TARGETS: Readonly<Record<QuestKind, readonly number[]>> = {
  rounds: [2, 3, 5],
  pops: [100, 150, 250],
  combo: [10, 15, 20],
  score: [400, 700, 1_000],
  battles: [1, 2],
  daily: [1],
};

/** What a player has played on a day. */
export type Played = Omit<PlayDayRow, 'address' | 'day' | 'is_complete'>;

/** The quests of a day (UTC): three of different kinds, the same for everybody. */
export function questsOf(date: string): readonly Omit<Quest, 'progress'>[] {
  const bytes = createHash('sha256').update(`popfray quests ${date}`).digest();
  const kinds = Object.keys(TARGETS) as QuestKind[];
  return Array.from({ length: QUESTS_A_DAY }, (_, at) => {
    const [kind = 'rounds'] = kinds.splice((bytes[2 * at] ?? 0) % kinds.length, 1);
    const targets = TARGETS[kind];
    return { kind, target: targets[(bytes[2 * at + 1] ?? 0) % targets.length] ?? 1 };
  });
}

/** The quests of a day with what a player has of them. */
export const showQuests = (date: string, played: Played | undefined): Quest[] =>
  questsOf(date).map((quest) => ({ ...quest, progress: Math.min(quest.target, progressOf(quest.kind, played)) }));

/** Whether a player has completed all quests of a day. */
export const areComplete = (date: string, played: Played): boolean =>
  showQuests(date, played).every(({ progress, target }) => progress === target);

function progressOf(kind: QuestKind, played: Played | undefined): number {
  if (played === undefined) return 0;
  switch (kind) {
    case 'rounds':
      return played.rounds;
    case 'pops':
      return played.popped;
    case 'combo':
      return played.best_combo;
    case 'score':
      return played.best_score;
    case 'battles':
      return played.battles;
    case 'daily':
      return played.daily_rounds;
  }
}
