/**
 * What every JavaScript engine runs, bundled with the game's engine into one script: it puts `golden` into the global
 * scope. Requests and replies are JSON, since text is what all engines' hosts can pass.
 */
import { fold } from '../src/hash.ts';
import { decodeReplay, encodeReplay, parseReplayText, verifyReplay } from '../src/index.ts';
import { GOLDEN_RULES, playRecipe, recipeOf } from './recipe.ts';

/** Play the rounds numbered `from` to below `to` and fold their results into `digest`, or verify replays. */
export type GoldenRequest =
  | {
      readonly kind: 'digest';
      readonly rulesId: string;
      readonly from: number;
      readonly to: number;
      readonly digest: number;
    }
  | { readonly kind: 'verify'; readonly replays: readonly GoldenResult[] };

/** A replay as text, and the score and state hash that it must end with. */
export interface GoldenResult {
  readonly replay: string;
  readonly score: number;
  readonly hash: number;
}

/** The digest, signed; or for each replay what is wrong with it, '' for nothing. */
export type GoldenReply =
  | { readonly kind: 'digest'; readonly digest: number }
  | { readonly kind: 'verify'; readonly verdicts: readonly string[] };

function digestOf(rulesId: string, from: number, to: number, start: number): number {
  const rules = GOLDEN_RULES.find(({ id }) => id === rulesId);
  if (rules === undefined) throw new RangeError(`No rules ${rulesId}`);
  let digest = start;
  for (let number = from; number < to; number++) {
    const round = playRecipe(recipeOf(rules, number));
    digest = fold(fold(digest, round.score), round.hash);
  }
  return digest;
}

function verdictOf({ replay, score, hash }: GoldenResult): string {
  const bytes = parseReplayText(replay);
  if (!bytes.ok) return bytes.error.code;
  const verified = verifyReplay(bytes.value);
  if (!verified.ok) return verified.error.code;
  const { round } = verified.value;
  if (round.score !== score || round.hash !== hash) return `score ${round.score}, hash ${round.hash}`;
  const decoded = decodeReplay(bytes.value);
  const encoded = decoded.ok ? encodeReplay(decoded.value) : decoded;
  const isSame = encoded.ok && encoded.value.length === bytes.value.length;
  return isSame && encoded.value.every((byte, at) => byte === bytes.value[at]) ? '' : 'encodes to other bytes';
}

function answer(request: GoldenRequest): GoldenReply {
  if (request.kind === 'verify') return { kind: 'verify', verdicts: request.replays.map(verdictOf) };
  return { kind: 'digest', digest: digestOf(request.rulesId, request.from, request.to, request.digest) };
}

/** The whole program, from JSON to JSON. */
export type Golden = (request: string) => string;

declare global {
  var golden: Golden;
}

globalThis.golden = (request) => JSON.stringify(answer(JSON.parse(request) as GoldenRequest));
