import { PATHS } from '../paths.ts';
import { makeShortReplay } from './short-replay.ts';

/** Where a link to the replay screen goes, and what it stores in the history's entry. */
interface ReplayTarget {
  readonly href: string;
  readonly state?: { readonly replay: string };
}

/** Path of a replay's text, without its track. The text is in the hash, so that it is not sent to a server. */
export const makeReplayPath = (text: string): string => `${PATHS.replay}#r=${makeShortReplay(text)}`;

/** URL of a replay's text, for sharing. */
export const makeReplayLink = (text: string): string => `${location.origin}${makeReplayPath(text)}`;

/** Properties of a link to the replay screen. A track is in the entry of the history, so this page shows it, and the address is short. */
export function makeReplayTarget(text: string): ReplayTarget {
  const href = makeReplayPath(text);
  return href.endsWith(`#r=${text}`) ? { href } : { href, state: { replay: text } };
}

/** The text of the replay in an address's hash, with its track if the entry of the history has it. */
export function readReplayEntry(hash: string, state: unknown): string {
  const stored = typeof state === 'object' && state !== null && 'replay' in state ? state.replay : null;
  return typeof stored === 'string' && `#r=${makeShortReplay(stored)}` === hash ? stored : parseReplayLink(hash);
}

/** The replay text of a link or its hash; else the trimmed text itself, which may be a replay. */
export function parseReplayLink(link: string): string {
  const trimmed = link.trim();
  const mark = trimmed.indexOf('#r=');
  return mark === -1 ? trimmed : trimmed.slice(mark + '#r='.length);
}
