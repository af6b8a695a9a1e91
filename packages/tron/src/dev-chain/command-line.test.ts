import { describe, expect, it } from 'vitest';
import { parseCommandLine } from './command-line.ts';

describe('the command line', () => {
  it('keeps the chain in memory unless it is given a file', () => {
    expect(parseCommandLine([])).toEqual({ ok: true, value: { path: ':memory:' } });
  });

  it('takes every option, also behind the -- of pnpm', () => {
    const args = ['--', '--port', '0', '--data', 'chain.db', '--block-ms', '0', '--solid-after', '5'];
    const value = { path: 'chain.db', port: 0, blockMs: 0, solidAfter: 5 };
    expect(parseCommandLine(args)).toEqual({ ok: true, value });
    expect(parseCommandLine(['-h'])).toEqual({ ok: true, value: 'help' });
  });

  it.each([
    ['--port', '65536'],
    ['--port', '80a'],
    ['--port', ''],
    ['--port=-1'],
    ['--block-ms', '1.5'],
    ['--solid-after', '1001'],
    ['--data', ''],
    ['--host', '0.0.0.0'],
    ['chain.db'],
  ])('refuses %s %s', (...args) => {
    expect(parseCommandLine(args)).toMatchObject({ ok: false, error: expect.stringMatching(/./) });
  });
});
