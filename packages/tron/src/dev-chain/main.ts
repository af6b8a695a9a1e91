#!/usr/bin/env node
import { HELP, parseCommandLine } from './command-line.ts';
import { DEV_CHAIN_ID } from './dev-chain-id.ts';
import { startDevChain } from './server.ts';

/** Exit codes: it could not start; it was asked for something that makes no sense. */
const FAILED = 1;
const USAGE = 2;

const asked = parseCommandLine(process.argv.slice(2));
if (!asked.ok) {
  console.error(`\n  ${asked.error}. pnpm devchain --help says what there is.\n`);
  process.exit(USAGE);
}
if (asked.value === 'help') {
  console.log(HELP);
  process.exit(0);
}

const server = await startDevChain(asked.value);
if ('code' in server) {
  console.error(`\n  ${server.message} (${server.code})\n`);
  process.exit(FAILED);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.stop().then(() => process.exit(0)));
}
console.log(`
  Dev chain, play money, at ${server.url}
  Chain id ${DEV_CHAIN_ID}, block ${server.chain.head.number}

  new TronWeb({ fullHost: '${server.url}', privateKey })
  curl -X POST ${server.url}/dev/faucet -d '{"address": "T…", "amountSun": 1000000000}'
`);
