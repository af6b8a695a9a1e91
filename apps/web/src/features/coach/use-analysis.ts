import { useEffect, useState } from 'react';
import type { RoundAnalysis } from './analysis.ts';

/** The analysis of a replay, made in a worker; undefined until it is ready, null where it cannot be made. */
export function useAnalysis(replayText: string): RoundAnalysis | null | undefined {
  const [known, setKnown] = useState<{ readonly of: string; readonly analysis: RoundAnalysis | null } | null>(null);
  useEffect(() => {
    const worker = new Worker(new URL('./coach-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<RoundAnalysis | null>) =>
      setKnown({ of: replayText, analysis: data }),
    );
    // Its code cannot be fetched.
    worker.addEventListener('error', () => setKnown({ of: replayText, analysis: null }));
    worker.postMessage(replayText, {});
    return () => worker.terminate();
  }, [replayText]);
  return known?.of === replayText ? known.analysis : undefined;
}
