import { PATHS } from '../paths.ts';

/** Path of a replay's text. The text is in the hash, so that it is not sent to a server. */
export const makeReplayPath = (text: string): string => `${PATHS.replay}#r=${text}`;

/** URL of a replay's text, for sharing. */
export const makeReplayLink = (text: string): string => `${location.origin}${makeReplayPath(text)}`;

/** The replay text of a link or its hash; else the trimmed text itself, which may be a replay. */
export function parseReplayLink(link: string): string {
  const trimmed = link.trim();
  const mark = trimmed.indexOf('#r=');
  return mark === -1 ? trimmed : trimmed.slice(mark + '#r='.length);
}
