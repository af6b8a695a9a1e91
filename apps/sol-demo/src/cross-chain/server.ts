import type { Session } from '@popfray/protocol';
import { tabStorage } from '../storage.ts';

/** Origin of the cross-chain server, e.g. `https://cross.example`: Popfray's own on this machine, unless `?server=` in the address names another. */
export const SERVER: string = readOrigin('server', 'http://localhost:8787');

/** Origin of this chain's own platform, which hosts battles: `pnpm start:sol-host` on this machine, unless `?host=` names another. */
export const HOST: string = readOrigin('host', 'http://localhost:8791');

/** Where this chain's players ask about seats in a session: at their own platform where it hosts it, at the cross-chain server otherwise. */
export const serverOf = ({ hostBlockchain }: Pick<Session, 'hostBlockchain'>): string =>
  hostBlockchain === 'sol' ? HOST : SERVER;

/** Address of one of the cross-chain server's sockets. */
export const socketUrl = (path: string): string => `${SERVER.replace(/^http/, 'ws')}${path}`;

/** An origin from the page's address, kept for this tab. */
function readOrigin(name: string, fallback: string): string {
  const key = `sol-arcade.${name}`;
  const asked = new URLSearchParams(location.search).get(name);
  const url = URL.parse(asked ?? tabStorage.getItem(key) ?? fallback);
  const isUsable = url !== null && /^https?:$/.test(url.protocol);
  const origin = isUsable ? url.origin : fallback;
  tabStorage.setItem(key, origin);
  return origin;
}
