import { createApp } from './app.ts';
import { parseConfig } from './config.ts';
import { listen } from './listener.ts';
import { formatEntry, type Log } from './log.ts';
import { readWebsite } from './website.ts';

/** How long requests in flight get to end when the server is told to stop, in ms. */
const GRACE_MS = 10_000;

/** Ends the program with words for a person and exit code 1. */
function refuse({ code, message }: { readonly code: string; readonly message: string }): never {
  console.error(`\n  ${message} (${code})\n`);
  process.exit(1);
}

const now = (): number => performance.timeOrigin + performance.now();
const log: Log = (entry) => void process.stdout.write(`${formatEntry(entry, now())}\n`);

const config = parseConfig(process.env);
if ('code' in config) refuse(config);

let stopping = false;
// `--no-web` leaves the web app to another server: in development, to Vite.
const website = process.argv.includes('--no-web') ? undefined : readWebsite(config.webRoot);
const app = createApp({ website, log, now, isStopping: () => stopping });
const listener = await listen((request) => app.fetch(request), config);
if ('code' in listener) refuse(listener);

/** The first signal lets the requests in flight end; the second does not wait. */
const onSignal = async (signal: NodeJS.Signals): Promise<void> => {
  if (stopping) process.exit(1);
  stopping = true;
  log({ event: 'stopping', signal });
  const cut = await listener.stop(GRACE_MS);
  log({ event: 'stopped', signal, cut });
  process.exit(0);
};

// `--check` only finds out whether the server could start here, before anything is built for it.
if (process.argv.includes('--check')) {
  await listener.stop(0);
} else {
  process.on('SIGTERM', (signal) => void onSignal(signal)).on('SIGINT', (signal) => void onSignal(signal));
  const what = website === undefined ? 'The server, without the web app,' : 'Popfray';
  process.stdout.write(`\n  ${what} is ready at ${listener.url}\n\n`);
}
