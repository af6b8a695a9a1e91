import { readFileSync } from 'node:fs';
import { ROOT } from './build.ts';

/** The options of Node.js with which `pnpm start` runs the server. Throws when it does not run the server any more. */
export function readStartFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const [, flags] = /&& node ((?:--\S+ )*)apps\/server\/src\/start\/main\.ts$/.exec(scripts['start'] ?? '') ?? [];
  if (flags === undefined) throw new Error('the script `start` does not run the server');
  return flags.trim().split(' ');
}
