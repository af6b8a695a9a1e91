/** More than this between the two clocks is no rounding: the machine slept, or its clock was set. Ms. */
const JUMP_MS = 1_000;

/** The clocks of a machine. */
interface Clocks {
  /** Whole epoch ms, as the machine is set. */
  readonly wall: () => number;
  /** Epoch ms with a fraction, which does not go on while the machine sleeps. */
  readonly steady: () => number;
}

const MACHINE: Clocks = {
  wall: () => Date.now(),
  steady: () => performance.timeOrigin + performance.now(),
};

/** Epoch time in ms with a fraction, which follows the machine's clock through sleep and setting, but never goes back. */
export function createClock({ wall, steady }: Clocks = MACHINE): () => number {
  let offsetMs = 0;
  let lastMs = 0;
  return () => {
    const driftMs = wall() - (steady() + offsetMs);
    if (Math.abs(driftMs) > JUMP_MS) offsetMs += driftMs;
    lastMs = Math.max(lastMs, steady() + offsetMs);
    return lastMs;
  };
}
