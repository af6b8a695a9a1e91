import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isMotionReduced } from '../../data/settings/motion.ts';
import { useChosenSkin } from '../../data/settings/palette.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { drawSmallField } from '../play/index.ts';
import type { BattleWatch } from './watched-battle.ts';
import '../../ui/screens.css';
import { formatCount } from '../../data/messages/numbers.ts';

/** Size of a field in pixels. */
const WIDTH_PX = 640;
const HEIGHT_PX = 480;

/** Interval of the drawings, ms; the second with reduced motion. The first is every other frame of most displays. */
const DRAW_MS = 30;
const REDUCED_DRAW_MS = 1_000;

/** Interval at which the figures change, ms. */
const FIGURES_MS = 250;

/** What is shown of a player beside the field. */
interface Figures {
  readonly score: number;
  readonly combo: number;
}

/** The fields of all players, with their names and scores, and what follows at the end. */
export function WatchedFields({ watch, end }: { readonly watch: BattleWatch; readonly end: ReactNode }): ReactElement {
  const t = useTranslations('watch');
  const skin = useChosenSkin();
  const host = useRef<HTMLUListElement>(null);
  const { rounds } = watch.rounds;
  const [figures, setFigures] = useState<readonly Figures[]>([]);
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const [isEnded, setEnded] = useState(false);

  useEffect(() => {
    // Drawn on the CPU, because eight small canvases on the GPU cost more.
    const brushes = [...(host.current?.querySelectorAll('canvas') ?? [])].map((canvas) =>
      canvas.getContext('2d', { willReadFrequently: true }),
    );
    const drawMs = isMotionReduced() ? REDUCED_DRAW_MS : DRAW_MS;
    let lastMs = performance.now();
    let drawnMs = Number.NEGATIVE_INFINITY;
    let shownMs = Number.NEGATIVE_INFINITY;
    let handle = 0;
    const frame = (nowMs: number): void => {
      handle = requestAnimationFrame(frame);
      watch.rounds.advance(Math.max(0, nowMs - lastMs));
      lastMs = nowMs;
      if (nowMs - drawnMs >= drawMs) {
        drawnMs = nowMs;
        for (const [at, brush] of brushes.entries())
          if (brush !== null) drawSmallField(brush, watch.rounds.rounds[at]?.round ?? null, WIDTH_PX, skin);
      }
      if (nowMs - shownMs < FIGURES_MS) return;
      shownMs = nowMs;
      setFigures(watch.rounds.rounds.map(({ round: { score, combo } }) => ({ score, combo })));
      setSecondsLeft(Math.ceil((watch.rounds.rounds[0]?.round.timeLeftMs ?? 0) / 1_000));
      setEnded(watch.rounds.isEnded);
    };
    handle = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(handle);
  }, [watch, skin, rounds.length]);

  const best = Math.max(...figures.map(({ score }) => score));
  return (
    <>
      <p role="timer" className="figure mb-3 text-xl tabular-nums">
        {isEnded ? t('ended') : t('secondsLeft', { seconds: secondsLeft ?? 0 })}
      </p>
      <ul
        ref={host}
        aria-label={t('players')}
        className={`grid gap-3 ${rounds.length > 2 ? 'grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-2'}`}
      >
        {rounds.map(({ place, username, blockchain, isBot }, at) => (
          <li key={place} className="min-w-0 rounded-2xl bg-surface p-2">
            <canvas
              width={WIDTH_PX}
              height={HEIGHT_PX}
              aria-hidden="true"
              className="aspect-4/3 w-full rounded-xl bg-ink"
            />
            <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-3 px-1">
              <p className="flex min-w-0 items-center gap-1.5">
                <ChainDot chain={blockchain} />
                <span className="truncate" title={username}>
                  {username}
                </span>
                {isBot && (
                  <Badge look="solid" tone="muted">
                    {t('bot')}
                  </Badge>
                )}
              </p>
              <p className={`figure text-xl ${figures[at]?.score === best && best > 0 ? 'text-good' : ''}`}>
                {formatCount(figures[at]?.score ?? 0)}
              </p>
            </div>
            <p className="h-5 px-1 text-xs text-caution">
              {(figures[at]?.combo ?? 0) > 1 ? t('combo', { combo: figures[at]?.combo ?? 0 }) : ''}
            </p>
          </li>
        ))}
      </ul>
      {isEnded && <div className="mt-4 flex justify-center">{end}</div>}
    </>
  );
}
