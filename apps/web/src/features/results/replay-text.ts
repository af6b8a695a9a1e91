import { encodeReplay, makeReplayText, recordReplay, type Round } from '@popfray/engine';

/** The replay of a round that is over, as text for links; null where it is not over or was not played from its start. */
export function makeTextOf(round: Round | null): string | null {
  if (round === null) return null;
  const replay = recordReplay(round);
  if (!replay.ok) return null;
  const bytes = encodeReplay(replay.value, [round.rules]);
  return bytes.ok ? makeReplayText(bytes.value) : null;
}
