import { freePlay, makeReplayText, type Replay } from '@popfray/engine';
import { createPlaybackStore, PLAYBACK_SPEEDS, useRound, type PlaybackStore } from '@popfray/react';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { CopyLink } from '../../ui/CopyLink.tsx';
import { FieldFrame, ComboBadge, Hud, PLAY_PART, usePlayMarks } from '../play/index.ts';
import { PRACTICE_PATHS } from '../../data/links/practice-paths.ts';
import { makeReplayLink } from '../../data/links/replay-link.ts';
import { useReducedMotion } from '../../data/settings/motion.ts';
import { makeSeedPath } from '../../data/links/seed.ts';
import { makeRacePath } from '../../data/links/race-link.ts';
import { ShareRound } from '../share-card/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Facts } from './Facts.tsx';
import type { Opening } from './opening.ts';
import { ScrubBar } from './ScrubBar.tsx';
import { PathPlayback } from './PathPlayback.tsx';
import { PathSwitch } from './PathSwitch.tsx';
import { readTracedRound } from './path-trail.ts';
import { readMarks } from './timeline.ts';
import { Verdict } from './Verdict.tsx';

type Playable = Extract<Opening, { readonly kind: 'valid' | 'wrong' }>;

/** Player of a replay with its verification result and actions. */
export function Player({
  opening,
  onClose,
}: {
  readonly opening: Playable;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('replay');
  const { replay, bytes } = opening;
  const [store] = useState(() => createPlaybackStore({ replay }));
  const marks = useMemo(() => readMarks(replay), [replay]);
  const traced = useMemo(() => readTracedRound(replay), [replay]);
  const [isPathShown, setIsPathShown] = useState(true);
  const isMotionReduced = useReducedMotion();
  const race = useTranslations('race');
  const seedPath = PRACTICE_PATHS[replay.rulesId];
  const text = makeReplayText(bytes);
  const isTrue = opening.kind === 'valid';
  usePlayMarks();

  return (
    <div className="play replay">
      <div className={PLAY_PART.head}>
        <button type="button" className="play-beside action action-bare -ml-3 justify-self-start" onClick={onClose}>
          <Icon name="back" />
          {t('another')}
        </button>
        <div className={PLAY_PART.title}>
          <h1 tabIndex={-1}>{t('title')}</h1>
        </div>
        <Verdict opening={opening} />
      </div>
      <Hud store={store} hasLevels={replay.rulesId === freePlay.id} />
      <FieldFrame store={store} label={t('fieldLabel')}>
        {traced !== null && isPathShown && (
          <PathPlayback store={store} round={traced} isMotionReduced={isMotionReduced} />
        )}
        <ComboBadge store={store} />
      </FieldFrame>
      <div className="flex flex-col gap-2 [grid-area:transport] wide:self-start wide:justify-self-stretch wide:pt-1">
        <ScrubBar store={store} marks={marks} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <PlayButton store={store} />
          <SpeedSwitch store={store} />
        </div>
        {replay.track !== undefined && <PathSwitch round={traced} isShown={isPathShown} onChange={setIsPathShown} />}
      </div>
      <div className={`flex flex-col gap-5 ${PLAY_PART.side}`}>
        <div className="flex flex-wrap gap-2 xl:flex-col xl:items-start">
          {isTrue && (
            <Link href={makeRacePath(text)} className="action action-quiet">
              <Icon name="flag" />
              {race('raceThis')}
            </Link>
          )}
          {typeof replay.entropy === 'string' && seedPath !== undefined && (
            <Link href={makeSeedPath(seedPath, replay.entropy)} className="action action-quiet">
              <Icon name="play" />
              {t('playSeed')}
            </Link>
          )}
          {isTrue && <ShareRound replayText={text} />}
          <CopyLink link={makeReplayLink(text)}>{t('copyLink')}</CopyLink>
          <button type="button" className="action action-bare" onClick={() => download(bytes, replay)}>
            <Icon name="download" />
            {t('download')}
          </button>
        </div>
        <Facts opening={opening} />
      </div>
    </div>
  );
}

/** Downloads the replay as a file. */
const download = (bytes: Uint8Array, { rulesId, score }: Replay): void =>
  saveFile({
    name: `popfray-${rulesId}-${String(score)}.pfr`,
    content: new Blob([bytes.slice()], { type: 'application/octet-stream' }),
  });

function PlayButton({ store }: { readonly store: PlaybackStore }): ReactElement {
  const t = useTranslations('replay');
  const phase = useRound(store, (state) => state.phase);

  // A replay plays automatically once the field is ready.
  useEffect(() => store.play(), [store]);

  const isPlaying = phase === 'playing';
  return (
    <button
      type="button"
      className="action action-primary"
      onClick={() => {
        if (isPlaying) store.pause();
        else store.play();
      }}
    >
      <Icon name={isPlaying ? 'pause' : phase === 'ended' ? 'reset' : 'play'} />
      {isPlaying ? t('pause') : phase === 'ended' ? t('restart') : t('play')}
    </button>
  );
}

function SpeedSwitch({ store }: { readonly store: PlaybackStore }): ReactElement {
  const t = useTranslations('replay');
  const speed = useRound(store, (state) => state.speed);
  return (
    <Segmented
      layout="compact"
      className="tabular-nums"
      legend={t('speed')}
      value={String(speed)}
      options={PLAYBACK_SPEEDS.map((choice) => ({ value: String(choice), label: t('speedValue', { speed: choice }) }))}
      onChange={(chosen) => store.setSpeed(PLAYBACK_SPEEDS.find((choice) => String(choice) === chosen) ?? speed)}
    />
  );
}
