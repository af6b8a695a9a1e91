import * as engine from '@popfray/engine';

export * from '@popfray/engine';

/** The engine with a flaw: each `advanceTo` leaves a small object behind. */
export function createRound(options: engine.RoundOptions): ReturnType<typeof engine.createRound> {
  const made = engine.createRound(options);
  if (!made.ok) return made;
  const round = made.value;
  const advance = round.advanceTo.bind(round);
  const kept: object[] = [{}];
  round.advanceTo = (ms) => {
    kept[0] = { ms };
    return advance(ms);
  };
  return made;
}
