import { openPlayback } from '@popfray/engine';
import type { PlayedRoundStore } from '@popfray/react';
import { useEffect, useRef, useState, type CSSProperties, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { drawSmallField, type Race } from '../play/index.ts';
import { isMotionReduced } from '../../data/settings/motion.ts';
import { useChosenSkin } from '../../data/settings/palette.ts';

/** Size of the canvas in pixels, twice the size on the page: sharp on most displays. */
const WIDTH_PX = 128;
const HEIGHT_PX = 96;

/** Update interval of the race, ms; the second for the picture with reduced motion. */
const UPDATE_MS = 150;
const REDUCED_UPDATE_MS = 1_000;

/** The lead that fills half of the bar, points. */
const FULL_LEAD = 200;

/** Score of a race. */
interface RaceScore {
  readonly rivalScore: number;
  /** Points ahead of the rival; negative when behind. */
  readonly lead: number;
}

const INITIAL_SCORE: RaceScore = { rivalScore: 0, lead: 0 };

/**
 * The rival's field, score and lead. A timer advances the rival's round between frames, so that it does not delay a frame.
 */
export function RaceStrip({ store, race }: { readonly store: PlayedRoundStore; readonly race: Race }): ReactElement {
  const t = useTranslations('race');
  const format = useFormatter();
  const skin = useChosenSkin();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [{ rivalScore, lead }, setStanding] = useState(INITIAL_SCORE);

  useEffect(() => {
    const playback = openPlayback(race.replay);
    // Drawn on the CPU: for so small a canvas that is cheaper than the GPU.
    const brush = canvas.current?.getContext('2d', { willReadFrequently: true }) ?? null;
    let pictureMs = Number.NEGATIVE_INFINITY;
    const look = (): void => {
      const { round } = store;
      const timeMs = round?.timeMs ?? 0;
      playback.seek(timeMs);
      playback.round.takeEvents(() => undefined);
      const rival = playback.round.score;
      const ahead = (round?.score ?? 0) - rival;
      setStanding((shown) =>
        shown.rivalScore === rival && shown.lead === ahead ? shown : { rivalScore: rival, lead: ahead },
      );
      if (
        brush === null ||
        document.hidden ||
        Math.abs(timeMs - pictureMs) < (isMotionReduced() ? REDUCED_UPDATE_MS : 1)
      )
        return;
      pictureMs = timeMs;
      drawSmallField(brush, playback.round, WIDTH_PX, skin);
    };
    look();
    const timer = setInterval(look, UPDATE_MS);
    return () => clearInterval(timer);
  }, [store, race, skin]);

  const share = Math.max(-1, Math.min(lead / FULL_LEAD, 1));
  const bar: CSSProperties = { transform: `scaleX(${String(share)})` };
  const tone = lead > 0 ? 'text-good' : lead < 0 ? 'text-caution' : 'text-muted';
  return (
    <section
      aria-label={t('label')}
      className="race-strip mt-1 grid grid-cols-[auto_minmax(4.5rem,auto)_minmax(2rem,1fr)_auto] items-center gap-2.5 rounded-xl bg-surface py-1 pr-3 pl-1 flat:grid-cols-[minmax(0,1fr)_auto] flat:p-1.5 flat:[&_.figure]:min-w-0 flat:[&_.figure]:text-[0.8125rem]"
    >
      <canvas
        ref={canvas}
        width={WIDTH_PX}
        height={HEIGHT_PX}
        aria-hidden="true"
        className="aspect-4/3 w-14 rounded-lg bg-ink flat:hidden"
      />
      <p className="min-w-0">
        <span className="block truncate text-xs text-muted">{race.rival.name ?? t(`name.${race.rival.kind}`)}</span>
        <span className="figure block text-base">{format.number(rivalScore)}</span>
      </p>
      <div
        aria-hidden="true"
        className="relative flex h-1.5 justify-end overflow-hidden rounded-full bg-line after:absolute after:inset-[0_auto_0_calc(50%-1px)] after:w-0.5 after:bg-text flat:order-1 flat:col-span-full"
      >
        <div
          style={bar}
          className={`w-1/2 origin-left transition-transform ease-linear ${lead < 0 ? 'bg-caution' : 'bg-good'}`}
        />
      </div>
      <p className={`figure min-w-[4.5ch] text-right text-base ${tone}`}>
        <span aria-hidden="true">{format.number(lead, { signDisplay: 'exceptZero' })}</span>
        <span className="sr-only">
          {t('standing', { side: lead > 0 ? 'ahead' : lead < 0 ? 'behind' : 'tied', points: Math.abs(lead) })}
        </span>
      </p>
    </section>
  );
}
