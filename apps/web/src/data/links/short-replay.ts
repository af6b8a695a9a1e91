import { makeReplayText, parseReplayText } from '@popfray/engine';
import { removeTrack } from '@popfray/protocol/battle';

/** A replay's text without its track, which would make a link several times as long. Any other text is returned as it is. */
export function makeShortReplay(text: string): string {
  const bytes = parseReplayText(text);
  if (!bytes.ok) return text;
  const short = removeTrack(bytes.value);
  return short === bytes.value ? text : makeReplayText(short);
}
