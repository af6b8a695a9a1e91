import { decodeReplay, parseReplayText } from '@popfray/engine';
import { useMemo, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { makeRacePath, whyNotRaceable } from '../../data/links/race-link.ts';
import { makeReplayPath } from '../../data/links/replay-link.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ShareRound } from '../share-card/index.ts';

/** What can be done with a finished round: share it, watch it, and race against it where its bubbles can be played again. */
export function ResultLinks({ replayText }: { readonly replayText: string }): ReactElement {
  const t = useTranslations('play');
  const race = useTranslations('race');
  const racePath = useMemo(() => findRacePath(replayText), [replayText]);
  return (
    <>
      <ShareRound replayText={replayText} />
      <Link href={makeReplayPath(replayText)} className="action action-bare">
        <Icon name="eye" />
        {t('watch')}
      </Link>
      {racePath !== null && (
        // A plain link: the practice screen reads the race when it is opened.
        <a href={racePath} className="action action-bare">
          <Icon name="flag" />
          {race('raceThis')}
        </a>
      )}
    </>
  );
}

function findRacePath(replayText: string): string | null {
  const bytes = parseReplayText(replayText);
  const replay = bytes.ok ? decodeReplay(bytes.value) : null;
  if (replay?.ok !== true || whyNotRaceable(replay.value) !== null) return null;
  return makeRacePath(replayText, replay.value.rulesId);
}
