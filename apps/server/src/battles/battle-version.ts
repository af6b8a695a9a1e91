import { RULES, type Rules } from '@popfray/engine';
import type { LiveBattleRow, SessionRow } from '../platform/database/index.ts';

/**
 * Version of the format that journal-record.ts writes. It is incremented with each change of the format. Batches of version 1 have no path, and otherwise the
 * same format.
 */
export const JOURNAL_VERSION = 2;

/** Every version that journal-record.ts reads. */
const READABLE_VERSIONS: readonly number[] = [1, JOURNAL_VERSION];

/** First version whose batches can have the pointer's path: a node that only knows an older one could not continue the battle. */
export const PATH_SINCE_VERSION = 2;

/** What a node has to have in order to continue a battle. */
export type BattleVersion = Pick<LiveBattleRow, 'rules_id' | 'rules_version' | 'journal_version'>;

/** What a node of a program before migration 016 can play, which has not stored its capabilities. */
const FIRST_CAPABILITIES = ['journal:1', 'arena:1', 'cross-chain:1'];

/** The rules of a mode, by their id. */
const rulesIdOf = (mode: SessionRow['game_mode']): string => (mode === 'classic' ? 'arena' : 'cross-chain');

/** The versions of battles that this node can play. */
export class PlayableVersions {
  readonly #rules: readonly Rules[];

  constructor(rules: readonly Rules[] = RULES) {
    this.#rules = rules;
  }

  /** The same for the row of this node in `nodes`: names such as `journal:1` and `arena:1`. */
  get capabilities(): readonly string[] {
    return [
      ...READABLE_VERSIONS.map((version) => `journal:${version}`),
      ...this.#rules.map(({ id, version }) => `${id}:${version}`),
    ];
  }

  /** The rules by which a new battle of a mode is played: the newest. */
  newest(mode: SessionRow['game_mode']): Rules {
    const id = rulesIdOf(mode);
    const [newest] = this.#rules
      .filter((rules) => rules.id === id)
      .toSorted((one, other) => other.version - one.version);
    if (newest === undefined) throw new Error(`this node has no rules ${id}`);
    return newest;
  }

  /** The rules of a battle; null when this node does not have them, or cannot read the journal. */
  find({ rules_id, rules_version, journal_version }: BattleVersion): Rules | null {
    if (!READABLE_VERSIONS.includes(journal_version)) return null;
    return this.#rules.find(({ id, version }) => id === rules_id && version === rules_version) ?? null;
  }
}

/** The version of a battle. A node of a program before migration 016 has not stored the rules. */
export const versionOf = (live: LiveBattleRow, { game_mode }: SessionRow): BattleVersion =>
  live.rules_id === '' ? { ...live, rules_id: rulesIdOf(game_mode), rules_version: 1 } : live;

/** Whether a node with these capabilities can continue a battle. */
export function canContinue(capabilities: readonly string[], version: BattleVersion): boolean {
  const known = capabilities.length === 0 ? FIRST_CAPABILITIES : capabilities;
  const needed = [`journal:${version.journal_version}`, `${version.rules_id}:${version.rules_version}`];
  return needed.every((name) => known.includes(name));
}

/** A version in words, for the log. */
export const describeVersion = ({ rules_id, rules_version, journal_version }: BattleVersion): string =>
  `rules ${rules_id} ${rules_version}, journal ${journal_version}`;
