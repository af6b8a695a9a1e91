import { tabStorage } from '../storage.ts';

/** Where the cross-chain server is asked for before the person says otherwise: Popfray's own, on this machine. */
const DEFAULT_SERVER = 'http://localhost:8787';

/** Kept under this name: `?server=` in the address sets it. */
const KEY = 'sol-arcade.server';

/** Origin of the cross-chain server, e.g. `https://cross.example`. */
export const SERVER: string = readServer();

/** Address of one of its sockets. */
export const socketUrl = (path: string): string => `${SERVER.replace(/^http/, 'ws')}${path}`;

function readServer(): string {
  const asked = new URLSearchParams(location.search).get('server');
  const url = URL.parse(asked ?? tabStorage.getItem(KEY) ?? DEFAULT_SERVER);
  const isUsable = url !== null && /^https?:$/.test(url.protocol);
  const server = isUsable ? url.origin : DEFAULT_SERVER;
  tabStorage.setItem(KEY, server);
  return server;
}
