/** Run as a program with a channel to its parent: simulates the seeds that it is sent, and sends the results. */
import type { SeedPortion } from './seed-runner.ts';
import { simulate } from './simulation.ts';

async function simulateAll({ first, count }: SeedPortion): Promise<void> {
  for (let seed = first; seed < first + count; seed++) {
    const result = await simulate({ seed });
    // The parent shows the events of a failure only.
    process.send?.(result.violations.length === 0 ? { ...result, trace: [] } : result);
  }
}

process.on('message', (portion) => void simulateAll(portion as SeedPortion));
process.once('disconnect', () => process.exit(0));
