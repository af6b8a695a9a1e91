/** The exact 95 % interval of a share (Clopper and Pearson 1934), from the count of successes, which may be a mean, among trials. */
export function confidenceInterval(successes: number, trials: number): [low: number, high: number] {
  const down = Math.floor(successes);
  const up = Math.ceil(successes);
  const low = down === 0 ? 0 : solve((p) => 1 - binomial(down - 1, trials, p), TAIL);
  const high = up >= trials ? 1 : solve((p) => 1 - binomial(up, trials, p), 1 - TAIL);
  return [low, high];
}

const TAIL = 0.025;

/** Where an increasing function of 0 to 1 reaches a value. */
function solve(increasing: (p: number) => number, value: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (increasing(middle) < value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The chance of at most so many successes. */
function binomial(most: number, trials: number, p: number): number {
  let [term, sum] = [(1 - p) ** trials, 0];
  for (let count = 0; count <= most; count++) {
    sum += term;
    term *= ((trials - count) / (count + 1)) * (p / (1 - p));
  }
  return sum;
}
