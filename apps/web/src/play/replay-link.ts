import { PATHS } from '../routes.ts';

/** The address, within the product, of a replay's text. The text stays behind the `#`: it never reaches a server. */
export const makeReplayPath = (text: string): string => `${PATHS.replay}#r=${text}`;

/** The whole link to a replay's text, for sharing. */
export const makeReplayLink = (text: string): string => `${location.origin}${makeReplayPath(text)}`;

/** The replay text in a link or its hash; else the trimmed text itself, which may be one. */
export function parseReplayLink(link: string): string {
  const trimmed = link.trim();
  const mark = trimmed.indexOf('#r=');
  return mark === -1 ? trimmed : trimmed.slice(mark + '#r='.length);
}
