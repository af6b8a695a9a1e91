import { decodeReplay, parseReplayText } from '@popfray/engine';
import { useMemo, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { makeRacePath } from '../../data/links/race-link.ts';
import { makeReplayTarget } from '../../data/links/replay-link.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ChallengeButton, ShareRound } from '../share-card/index.ts';

/** What can be done with a finished round: challenge a friend with it, share it, watch it, and race against it. */
export function ResultLinks({
  replayText,
  isChallengeShown = true,
}: {
  readonly replayText: string;
  /** Whether the button of a challenge is among them. */
  readonly isChallengeShown?: boolean;
}): ReactElement {
  const t = useTranslations('play');
  const race = useTranslations('race');
  const score = useMemo(() => readScore(replayText), [replayText]);
  return (
    <>
      {isChallengeShown && score !== null && score > 0 && <ChallengeButton replayText={replayText} score={score} />}
      <ShareRound replayText={replayText} />
      <Link {...makeReplayTarget(replayText)} className="action action-bare">
        <Icon name="eye" />
        {t('watch')}
      </Link>
      {score !== null && (
        <Link href={makeRacePath(replayText)} className="action action-bare">
          <Icon name="play" />
          {race('raceThis')}
        </Link>
      )}
    </>
  );
}

/** The score that a replay states; null for text that is no replay of known rules. */
function readScore(replayText: string): number | null {
  const bytes = parseReplayText(replayText);
  const replay = bytes.ok ? decodeReplay(bytes.value) : null;
  return replay?.ok === true ? replay.value.score : null;
}
