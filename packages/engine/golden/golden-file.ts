import { makeReplayText } from '../src/index.ts';
import { makeHex } from './hex.ts';
import type { GoldenResult } from './program.ts';
import { playRecipe, replayBytes, type Recipe } from './recipe.ts';

/** One golden round. */
export interface GoldenRound extends GoldenResult {
  readonly rulesId: string;
  readonly number: number;
  /** The words of the file before the result: how the round was made. */
  readonly recipe: string;
}

/** The digest of a rule set's first so many rounds, unsigned. */
export interface GoldenDigest {
  readonly rulesId: string;
  readonly rounds: number;
  readonly digest: number;
}

/** The content of `rounds.golden.txt`. */
export interface GoldenFile {
  readonly rounds: readonly GoldenRound[];
  readonly digests: readonly GoldenDigest[];
}

const PROMISE = `# Golden rounds
#
# The promise: what is written here changes only with a rules version. The same recipe, or the same replay, gives the
# same score and the same state hash, bit for bit, in every JavaScript engine, on every machine, for as long as the
# rules of that version can be played. That goes for the bots as well: one that plays otherwise is a new bot. A
# difference is a bug of the engine, never a reason to write this file again; \`pnpm golden\` checks it, and only
# \`pnpm golden --write\` writes it.
#
# round   rules number seed|blocks:seed bot loadout score hash replay
#         A bot's round. The seed is the round's and the bot's; after \`blocks:\` the round was handed the seed's blocks
#         instead. The loadout is - for none. The hash is hexadecimal, the replay base64url.
# digest  rules rounds digest
#         The scores and hashes of that many rounds, numbered from 0, folded into 0 one after another.
`;

/** A recipe's words in the file. */
function makeRecipe({ rules, number, seed, isByBlocks, bot, loadout }: Recipe): string {
  const entropy = `${isByBlocks ? 'blocks' : 'seed'}:${seed}`;
  return `${rules.id} ${number} ${entropy} ${bot} ${loadout.length > 0 ? loadout.join(',') : '-'}`;
}

/** Plays a recipe and keeps what came of it. */
export function playGolden(recipe: Recipe): GoldenRound {
  const round = playRecipe(recipe);
  const replay = makeReplayText(replayBytes(round));
  const { score, hash } = round;
  return { rulesId: recipe.rules.id, number: recipe.number, recipe: makeRecipe(recipe), score, hash, replay };
}

/** The file's text. */
export function makeGoldenFile({ rounds, digests }: GoldenFile): string {
  const lines = [
    ...digests.map(({ rulesId, rounds: count, digest }) => `digest ${rulesId} ${count} ${makeHex(digest)}`),
    ...rounds.map(({ recipe, score, hash, replay }) => `round ${recipe} ${score} ${makeHex(hash)} ${replay}`),
  ];
  return `${PROMISE}\n${lines.join('\n')}\n`;
}

/** What the file's text says. Throws for a line that is none of the file's. */
export function parseGoldenFile(text: string): GoldenFile {
  const rounds: GoldenRound[] = [];
  const digests: GoldenDigest[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [kind, rulesId, number, ...rest] = line.split(' ');
    if (rulesId === undefined || number === undefined) throw new SyntaxError(`Not a golden line: ${line}`);
    if (kind === 'digest' && rest.length === 1) {
      digests.push({ rulesId, rounds: Number(number), digest: Number.parseInt(rest[0] ?? '', 16) });
    } else if (kind === 'round' && rest.length === 6) {
      const [entropy = '', bot = '', loadout = '', score, hash = '', replay = ''] = rest;
      const recipe = [rulesId, number, entropy, bot, loadout].join(' ');
      const result = { score: Number(score), hash: Number.parseInt(hash, 16), replay };
      rounds.push({ rulesId, number: Number(number), recipe, ...result });
    } else {
      throw new SyntaxError(`Not a golden line: ${line}`);
    }
  }
  return { rounds, digests };
}
