import { decodeReplay, parseReplayText } from '@popfray/engine';
import { analyseReplay, type RoundAnalysis } from './analysis.ts';

/** Analyses the replay text of a message. The answer is null for a text without a known replay. */
function analyse(text: string): RoundAnalysis | null {
  const bytes = parseReplayText(text);
  if (!bytes.ok) return null;
  const replay = decodeReplay(bytes.value);
  return replay.ok ? analyseReplay(replay.value) : null;
}

addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(analyse(data), {}));
