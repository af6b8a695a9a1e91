import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as engine from '@popfray/engine';
import { UsageError } from './command.ts';

/** The part of an engine that the comparison of builds needs. */
export type EngineBuild = Pick<typeof engine, 'decodeReplay' | 'openPlayback'>;

/** Entry points of an engine inside its package. */
const ENTRIES = ['dist/index.js', 'src/index.ts'];

/** Loads the engine at a path (its entry, or its package's folder); without a path, this repository's. Throws `UsageError`. */
export async function loadEngine(path: string | undefined): Promise<EngineBuild> {
  if (path === undefined) return engine;
  const entry = [path, ...ENTRIES.map((name) => join(path, name))].find(isFile);
  if (entry === undefined)
    throw new UsageError(`no engine at '${path}': it takes an engine's entry or its package's folder`);
  try {
    const loaded = (await import(pathToFileURL(resolve(entry)).href)) as Partial<EngineBuild>;
    const { decodeReplay, openPlayback } = loaded;
    if (typeof decodeReplay === 'function' && typeof openPlayback === 'function') return { decodeReplay, openPlayback };
  } catch (error) {
    throw new UsageError(`'${entry}' cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`'${entry}' is no engine: it exports no decodeReplay and openPlayback`);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
