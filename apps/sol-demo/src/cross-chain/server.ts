import type { Session } from '@popfray/protocol';
import { tabStorage } from '../storage.ts';

/** Origin of the cross-chain server, e.g. `https://cross.example`. Default: Popfray's on this machine; `?server=` replaces it. */
export const SERVER: string = readOrigin('server', 'http://localhost:8787');

/** Origin of this chain's platform, which hosts battles. Default: `pnpm start:sol-host` on this machine; `?host=` replaces it. */
export const HOST: string = readOrigin('host', 'http://localhost:8791');

/** Origin for calls about a session's seats: this chain's platform if it hosts the session, else the cross-chain server. */
export const serverOf = ({ hostBlockchain }: Pick<Session, 'hostBlockchain'>): string =>
  hostBlockchain === 'sol' ? HOST : SERVER;

/** URL of a socket of the cross-chain server. */
export const socketUrl = (path: string): string => `${SERVER.replace(/^http/, 'ws')}${path}`;

/** An origin from the page's address, stored for this tab. */
function readOrigin(name: string, fallback: string): string {
  const key = `sol-arcade.${name}`;
  const asked = new URLSearchParams(location.search).get(name);
  const url = URL.parse(asked ?? tabStorage.getItem(key) ?? fallback);
  const isUsable = url !== null && /^https?:$/.test(url.protocol);
  const origin = isUsable ? url.origin : fallback;
  tabStorage.setItem(key, origin);
  return origin;
}
