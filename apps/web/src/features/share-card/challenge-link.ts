import { useEffect, useState } from 'react';
import { makeRacePath, makeSharedRacePath } from '../../data/links/race-link.ts';

/** Link to a race that has the replay itself. It is long, and works without a server. */
const makeLongChallengeLink = (replayText: string): string => `${location.origin}${makeRacePath(replayText)}`;

/**
 * Short link to a race against a round, which the server stores; the long link when the server does not. The code of the request is loaded for it: a
 * result has links, but few are used, and evaluating that code takes longer than rendering the result.
 */
export async function fetchChallengeLink(replayText: string): Promise<string> {
  const request = await import('./store-round.ts').catch(() => null);
  const id = (await request?.storeRound(replayText)) ?? null;
  return id === null ? makeLongChallengeLink(replayText) : `${location.origin}${makeSharedRacePath(id)}`;
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
