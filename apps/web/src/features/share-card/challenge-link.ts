import { CALLS } from '@popfray/protocol';
import { useEffect, useState } from 'react';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { makeRacePath, makeSharedRacePath } from '../../data/links/race-link.ts';
import { makeShortReplay } from '../../data/links/short-replay.ts';

/** Link to a race that has the replay itself. It is long, and works without a server. */
const makeLongChallengeLink = (replayText: string): string => `${location.origin}${makeRacePath(replayText)}`;

/** Short link to a race against a round, which the server stores; the long link when the server does not. */
export async function fetchChallengeLink(replayText: string): Promise<string> {
  try {
    const { id } = await callApi(CALLS.shareRound, { body: { replay: makeShortReplay(replayText) } });
    return `${location.origin}${makeSharedRacePath(id)}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return makeLongChallengeLink(replayText);
  }
}

/** The link to a race against a round: the long one until the server has stored the round. Null while it is not wanted. */
export function useChallengeLink(replayText: string | null): string | null {
  const [fetched, setFetched] = useState<{ readonly replayText: string; readonly link: string } | null>(null);
  useEffect(() => {
    if (replayText === null) return;
    let isCurrent = true;
    void fetchChallengeLink(replayText).then((link) => isCurrent && setFetched({ replayText, link }));
    return () => {
      isCurrent = false;
    };
  }, [replayText]);
  if (replayText === null) return null;
  return fetched?.replayText === replayText ? fetched.link : makeLongChallengeLink(replayText);
}
