import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The golden program and the game's engine as one classic script. */
export async function bundleProgram(): Promise<string> {
  const build = await rolldown({ input: join(import.meta.dirname, 'program.ts') });
  try {
    const { output } = await build.generate({ format: 'iife' });
    return output[0].code;
  } finally {
    await build.close();
  }
}
