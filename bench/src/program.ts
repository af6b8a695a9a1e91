import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a program of this folder in a fresh process and returns the number it prints. Throws when it prints none. */
export function runProgram(file: string, nodeArgs: readonly string[], url: string, input?: Uint8Array): number {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, path, url], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1' },
    ...(input !== undefined && { input }),
  });
  const value = Number(stdout);
  if (status !== 0 || stdout === '' || Number.isNaN(value)) throw new Error(`${file} failed: ${stderr}`);
  return value;
}
