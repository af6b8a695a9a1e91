/**
 * Run as a program with a channel to its parent: signed-out pages that show the lobby. Each opens a socket, sends what a page sends, and requests
 * the list of games again and again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { GAMES_EVERY_MS } from '@popfray/protocol/socket';
import { LoadSocket } from './load-socket.ts';
import { localAddressOf } from './local-address.ts';
import { quantile } from './sample.ts';

/** What the parent sends first. */
export interface IdleOrder {
  readonly url: string;
  readonly sockets: number;
}

/** What the parent gets in answer to its order, when all sockets are open or were refused; and later to each `look`. */
export interface IdleReport {
  /** Sockets that are open, and that have the list of games as it was within the last FRESH_MS. */
  readonly held: number;
  /** From a request for the list to its answer, since the last report, ms. */
  readonly listP99Ms: number;
  /** Different lists that were received since the last report. */
  readonly lists: number;
  /** Processor time of the load so far, ms. */
  readonly ownCpuMs: number;
}

/** Age up to which a list is current, ms: pages request it every 10 s. */
const FRESH_MS = GAMES_EVERY_MS + 5_000;

/** Pages of one network, as a school has them; each network's limits are in force. */
const PAGES_PER_NETWORK = 25;

/** Connections opened at once, and between two requests for the list of all pages together, in ms. */
const OPENING = 100;
const TURN_MS = 20;

/** Longest wait for a connection to open, ms. */
const OPENING_MS = 180_000;

const LIST = Buffer.from('{"type":"game_list"');
const WELCOME = Buffer.from('{"type":"welcome"');

interface Page {
  readonly socket: LoadSocket;
  askedMs: number;
  /** When the last list was received; -Infinity before. */
  listMs: number;
}

const pages: Page[] = [];
const listBytes = new Set<number>();
let waits: number[] = [];
let opening = 0;

const isMessage = (text: Buffer, beginning: Buffer): boolean =>
  text.length >= beginning.length && text.compare(beginning, 0, beginning.length, 0, beginning.length) === 0;

function open(url: string, number: number): void {
  let isIn = false;
  const done = (): void => {
    if (!isIn) opening -= 1;
    isIn = true;
  };
  const socket = new LoadSocket(url, localAddressOf(Math.floor(number / PAGES_PER_NETWORK)), {
    onOpen: () => socket.sendText('{"type":"init","blockchain":"tron"}'),
    onText(text) {
      if (isMessage(text, WELCOME)) {
        for (const type of ['get_leaderboard', 'get_stats']) socket.sendText(JSON.stringify({ type }));
        askForList(page);
      } else if (isMessage(text, LIST)) {
        page.listMs = performance.now();
        waits.push(page.listMs - page.askedMs);
        listBytes.add(hashOf(text));
        done();
      }
    },
    onFrame: () => undefined,
    onClose: done,
  });
  const page: Page = { socket, askedMs: 0, listMs: -Infinity };
  pages.push(page);
}

/** A number that tells two lists apart; only a part of a list is read. */
function hashOf(text: Buffer): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at += 7) hash = (Math.imul(hash, 31) + (text[at] ?? 0)) | 0;
  return hash;
}

function askForList(page: Page): void {
  page.askedMs = performance.now();
  page.socket.sendText('{"type":"get_games"}');
}

async function run({ url, sockets }: IdleOrder): Promise<void> {
  const endMs = performance.now() + OPENING_MS;
  for (let number = 0; number < sockets; number++) {
    while (opening >= OPENING && performance.now() < endMs) await delay(1);
    opening += 1;
    open(url, number);
  }
  while (opening > 0 && performance.now() < endMs) await delay(10);
  let next = 0;
  setInterval(() => {
    for (let turn = 0; turn < (pages.length * TURN_MS) / GAMES_EVERY_MS; turn++) {
      const page = pages[next++ % pages.length];
      if (page !== undefined) askForList(page);
    }
  }, TURN_MS);
  process.send?.(report());
}

function report(): IdleReport {
  const freshMs = performance.now() - FRESH_MS;
  const { user, system } = process.cpuUsage();
  const made = {
    held: pages.filter(({ socket, listMs }) => socket.isOpen && listMs >= freshMs).length,
    listP99Ms: quantile(waits, 0.99),
    lists: listBytes.size,
    ownCpuMs: (user + system) / 1_000,
  };
  waits = [];
  listBytes.clear();
  return made;
}

process.once('message', (order) => {
  process.on('message', () => process.send?.(report()));
  void run(order as IdleOrder);
});
process.once('disconnect', () => process.exit(0));
