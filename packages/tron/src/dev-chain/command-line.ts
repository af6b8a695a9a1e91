import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@popfray/engine/result';
import { DEV_CHAIN_PORT } from './dev-chain-id.ts';
import { MAX_BLOCK_MS, MAX_SOLID_AFTER } from './dev-chain.ts';
import type { DevChainServerOptions } from './server.ts';

/** What `--help` says. */
export const HELP: string = `A TRON node for development: play money, real rules, nothing on the network.

Usage: pnpm devchain [options]

  --port N         port on 127.0.0.1; 0 takes any free one (${DEV_CHAIN_PORT})
  --data FILE      keeps the chain in a file; without it, it is forgotten at the end
  --block-ms N     ms between blocks; 0 produces them on demand only (3000)
  --solid-after N  blocks on top of one that make it final (2)
  --help           says this

  POST /dev/faucet {"address": "T…", "amountSun": 1000000000}   gives money
  POST /dev/mine   {"blocks": 1, "skipMs": 0}                   produces blocks, puts the clock on
  POST /dev/faults {"loseAnswer": {"count": 1}}                 lets things go wrong; {} ends that
  GET  /dev/status, /dev/faults, /dev/tx/{txid}`;

/** Largest numbers that the options take. */
const MAX = { port: 65_535, 'block-ms': MAX_BLOCK_MS, 'solid-after': MAX_SOLID_AFTER } as const;

/** Reads the program's arguments: what to start, `help`, or what is wrong with them, for a person. */
export function parseCommandLine(args: readonly string[]): Result<DevChainServerOptions | 'help', string> {
  let values;
  try {
    const options = {
      port: { type: 'string' },
      data: { type: 'string' },
      'block-ms': { type: 'string' },
      'solid-after': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    ({ values } = parseArgs({ args: args[0] === '--' ? args.slice(1) : [...args], options }));
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  if (values.help === true) return ok('help');
  if (values.data === '') return err('--data needs the name of a file');
  for (const [name, max] of Object.entries(MAX)) {
    const text = values[name as keyof typeof MAX];
    if (text !== undefined && !(/^\d{1,7}$/.test(text) && Number(text) <= max)) {
      return err(`--${name} is ${JSON.stringify(text)}; it must be a whole number from 0 to ${max}`);
    }
  }
  const { port, data = ':memory:', 'block-ms': blockMs, 'solid-after': solidAfter } = values;
  return ok({
    path: data,
    ...(port !== undefined && { port: Number(port) }),
    ...(blockMs !== undefined && { blockMs: Number(blockMs) }),
    ...(solidAfter !== undefined && { solidAfter: Number(solidAfter) }),
  });
}
