import { createPlaybackStore, PLAYBACK_SPEEDS, useRound, type PlaybackStore } from '@popfray/react';
import type { Replay } from '@popfray/engine';
import { useMemo, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { FieldFrame } from '../play/index.ts';
import { openText, PathPlayback, PathSwitch, ScrubBar, readMarks, readTracedRound } from '../replay/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Field.tsx';

/** Player of a round's replay, with the pointer's path over the field. */
export function ReviewReplay({ text }: { readonly text: string }): ReactElement {
  const t = useTranslations('desk.review');
  const opening = useMemo(() => openText(text), [text]);
  if (opening.kind === 'valid' || opening.kind === 'wrong') return <Playback key={text} replay={opening.replay} />;
  return (
    <p role="alert" className="text-caution">
      {t('replayBad', { code: opening.kind === 'malformed' ? opening.error.code : opening.kind })}
    </p>
  );
}

function Playback({ replay }: { readonly replay: Replay }): ReactElement {
  const t = useTranslations('replay');
  const desk = useTranslations('desk.review');
  const [store] = useState(() => createPlaybackStore({ replay }));
  const marks = useMemo(() => readMarks(replay), [replay]);
  const traced = useMemo(() => readTracedRound(replay), [replay]);
  const [isPathShown, setIsPathShown] = useState(true);
  return (
    <div className="flex flex-col gap-2">
      <FieldFrame store={store} label={t('fieldLabel')}>
        {traced !== null && isPathShown && <PathPlayback store={store} round={traced} />}
      </FieldFrame>
      <ScrubBar store={store} marks={marks} />
      <Transport store={store} />
      {replay.track === undefined ? (
        <p className="text-sm text-muted">{desk('pathNone')}</p>
      ) : (
        <PathSwitch round={traced} isShown={isPathShown} onChange={setIsPathShown} />
      )}
    </div>
  );
}

function Transport({ store }: { readonly store: PlaybackStore }): ReactElement {
  const t = useTranslations('replay');
  const phase = useRound(store, (state) => state.phase);
  const speed = useRound(store, (state) => state.speed);
  const score = useRound(store, (state) => state.score);
  const desk = useTranslations('desk.review');
  const isPlaying = phase === 'playing';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="small"
        onClick={() => {
          if (isPlaying) store.pause();
          else store.play();
        }}
      >
        <Icon name={isPlaying ? 'pause' : phase === 'ended' ? 'reset' : 'play'} className="size-4 shrink-0" />
        {isPlaying ? t('pause') : phase === 'ended' ? t('restart') : t('play')}
      </Button>
      <label className="flex items-center gap-2 text-sm text-muted">
        {t('speed')}
        <Select
          size="small"
          value={speed}
          options={PLAYBACK_SPEEDS.map((value) => ({ value, label: t('speedValue', { speed: value }) }))}
          onChange={(wanted) => store.setSpeed(wanted)}
        />
      </label>
      <span className="ml-auto tabular-nums">{desk('points', { score })}</span>
    </div>
  );
}
