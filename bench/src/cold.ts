/**
 * Run as a program, in a fresh process: `node cold.ts ENGINE_URL`, the replay on standard input. Prints the ms from just
 * before the import of the built engine to the end of its first verify.
 */
import { readFileSync } from 'node:fs';
import type * as Engine from '@popfray/engine';

const [, , url = ''] = process.argv;
const bytes = readFileSync(0);

const startMs = performance.now();
const engine = (await import(url)) as typeof Engine;
const verified = engine.verifyReplay(bytes);
const coldMs = performance.now() - startMs;

if (!verified.ok) throw new Error(verified.error.code);
process.stdout.write(String(coldMs));
