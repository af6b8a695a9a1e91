/**
 * Trains the weights of the path's score with all recorded people, and prints them for apps/server/src/conduct/weights.ts. On standard error it prints what the limit is
 * chosen from: scores of people and of programs by weights that were trained without them. docs/conduct.md describes data and method.
 *
 *   POINTER_TRACES=folder node bench/src/conduct-train.ts
 */
import { collectExamples, familiesOf, scoreOf, train, trainWithoutEach } from './conduct-training.ts';
import { findTraces } from './traces.ts';

const LIMITS = [0.5, 1, 1.25, 1.5, 2];

const folder = findTraces();
if (folder === null) throw new Error('POINTER_TRACES names no folder with recorded paths');
const examples = collectExamples(folder, () => true);
const without = trainWithoutEach(examples);
const scored = examples.map((example) => ({
  family: example.family,
  score: scoreOf(example, without.get(example.identity)!),
}));
for (const family of ['people', ...familiesOf(examples)]) {
  const scores = scored.filter((example) => example.family === family).map(({ score }) => score);
  const shares = LIMITS.map((limit) => (100 * scores.filter((score) => score > limit).length) / scores.length);
  console.error(
    `${family}, ${scores.length} rounds, % above ${LIMITS.join(', ')}:`,
    shares.map((share) => share.toFixed(1)).join(', '),
  );
}
console.log(JSON.stringify(train(examples)));
