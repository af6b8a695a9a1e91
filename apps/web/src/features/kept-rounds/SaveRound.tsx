import { parseReplayText } from '@popfray/engine';
import type { RoundResult } from '@popfray/react';
import { useEffect } from 'react';
import { readRound } from './kept-round.ts';
import { keptRounds } from './kept-rounds.ts';

/** Stores a finished round that has points. */
export function SaveRound({ result: { score, replayText } }: { readonly result: RoundResult }): null {
  useEffect(() => {
    if (score === 0) return;
    const bytes = parseReplayText(replayText);
    const round = bytes.ok ? readRound(bytes.value, Date.now()) : null;
    if (round !== null) void keptRounds.add([round]);
  }, [score, replayText]);
  return null;
}
