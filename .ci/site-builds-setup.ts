/** Global setup of the project `node`: a folder for the sites that tests build, which is removed after the tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Returns what is done after the tests. */
export default function setUp(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-sites-'));
  project.provide('sitesFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
