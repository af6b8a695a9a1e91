import { useRound, type PlaybackStore } from '@popfray/react';
import { useMemo, type CSSProperties, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { Mark } from './timeline.ts';

/** Height of the markers by kind, of 10: rarer events have higher ones. */
const HEIGHTS = { pop: 4, miss: 4, boss: 10 } as const;

const STROKES = { pop: 'stroke-edge', miss: 'stroke-caution', boss: 'stroke-chain' } as const;

/** Formats a time in ms as m:ss.t. */
const makeClock = (ms: number): string => {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}.${String(tenths % 10)}`;
};

/** Position slider of a replay: arrow keys move by small steps, Page Up and Page Down by large ones. */
export function ScrubBar({
  store,
  marks,
}: {
  readonly store: PlaybackStore;
  readonly marks: readonly Mark[];
}): ReactElement {
  const t = useTranslations('replay');
  const timeMs = useRound(store, (state) => state.timeMs);
  const durationMs = useRound(store, (state) => state.durationMs);
  const at = makeClock(timeMs);
  const total = makeClock(durationMs);
  const filled: CSSProperties & Record<'--filled', string> = {
    '--filled': `${String((timeMs / durationMs) * 100)}%`,
  };
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <MarkLine marks={marks} durationMs={durationMs} />
        <input
          type="range"
          min={0}
          max={durationMs}
          step={100}
          value={timeMs}
          aria-label={t('time')}
          aria-valuetext={t('timeValue', { at, total })}
          style={filled}
          className="slider block w-full"
          onChange={(event) => store.seek(event.currentTarget.valueAsNumber)}
          onKeyDown={(event) => {
            const leapMs = event.key === 'PageUp' ? 5_000 : event.key === 'PageDown' ? -5_000 : 0;
            if (leapMs === 0) return;
            event.preventDefault();
            store.seek(store.getState().timeMs + leapMs);
          }}
        />
      </div>
      <p className="w-28 shrink-0 text-right text-sm tabular-nums text-muted">{t('timeValue', { at, total })}</p>
    </div>
  );
}

/** Markers of the round's pops, misses and bosses. Decorative: the figures are in the verification result. */
function MarkLine({
  marks,
  durationMs,
}: {
  readonly marks: readonly Mark[];
  readonly durationMs: number;
}): ReactElement {
  const paths = useMemo(() => {
    const drawn = { pop: '', miss: '', boss: '' };
    for (const { timeMs, kind } of marks)
      drawn[kind] += `M${((timeMs / durationMs) * 1_000).toFixed(1)} 10v-${String(HEIGHTS[kind])}`;
    return drawn;
  }, [marks, durationMs]);
  return (
    <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" className="block h-3 w-full px-[9px]">
      {(['pop', 'miss', 'boss'] as const).map((kind) => (
        <path
          key={kind}
          d={paths[kind]}
          vectorEffect="non-scaling-stroke"
          strokeWidth={kind === 'boss' ? 2.5 : 1.5}
          className={STROKES[kind]}
        />
      ))}
    </svg>
  );
}
