import { useRound, type RoundState } from '@popfray/react';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { TIME_BAR } from '../../ui/time-bar.ts';
import { HudFigure, HudFigures } from './HudFigures.tsx';

/** Values of a round or a replay that the HUD shows. */
type Shown = Pick<RoundState, 'score' | 'secondsLeft' | 'combo' | 'level' | 'popped'>;

/** The common part of both stores. */
interface HudStore {
  getState(): Shown;
  getInitialState(): Shown;
  subscribe(listener: (state: Shown, previous: Shown) => void): () => void;
}

/** In the last seconds the time is in the warning colour, s. */
export const LAST_SECONDS = 10;

/** Score and time in large type, the other figures beside them. */
export function Hud({
  store,
  hasLevels,
  children,
}: {
  readonly store: HudStore;
  /** Whether the rules have levels. */
  readonly hasLevels: boolean;
  /** Content below the figures. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useTranslations('hud');
  const format = useFormatter();
  const score = useRound(store, (state) => state.score);
  const secondsLeft = useRound(store, (state) => state.secondsLeft);
  const level = useRound(store, (state) => state.level);
  const popped = useRound(store, (state) => state.popped);
  const isLate = secondsLeft <= LAST_SECONDS;
  return (
    <HudFigures
      figures={
        <>
          <HudFigure name={t('score')} size="large">
            {format.number(score)}
          </HudFigure>
          <HudFigure name={t('timeLeft')} size="large" className={isLate ? 'text-caution' : ''}>
            {t('seconds', { seconds: secondsLeft })}
          </HudFigure>
          {hasLevels && (
            <HudFigure name={t('level')} size="small" isExtra>
              {format.number(level)}
            </HudFigure>
          )}
          <HudFigure name={t('popped')} size="small" isExtra>
            {format.number(popped)}
          </HudFigure>
        </>
      }
    >
      {children}
    </HudFigures>
  );
}

/** Combos from which the field's frame glows, and glows in the highest colour. */
const FEVER = 10;
const HIGH_FEVER = 20;

/** Classes of the badge: its colour, and the glow of the frame. The sounds of pops rise with the combo too. */
function feverOf(combo: number): string {
  if (combo >= HIGH_FEVER) return 'bg-legendary combo-fever-high';
  return combo >= FEVER ? 'bg-tron combo-fever' : 'bg-caution';
}

/** The combo at the upper edge of the field. Null without a combo. */
export function ComboBadge({ store }: { readonly store: HudStore }): ReactElement | null {
  const t = useTranslations('hud');
  const combo = useRound(store, (state) => state.combo);
  if (combo === 0) return null;
  return (
    <p className="pointer-events-none z-1 flex items-start justify-center">
      <span
        key={combo}
        className={`figure mt-3 animate-[bump_160ms_var(--ease-out)] rounded-full px-3.5 py-1.5 text-sm text-ink sm:text-base ${feverOf(combo)}`}
      >
        {t('combo', { combo })}
      </span>
    </p>
  );
}

/** State that the time bar needs. */
interface TimeStore {
  getState(): TimeShown;
  getInitialState(): TimeShown;
  subscribe(listener: (state: TimeShown, previous: TimeShown) => void): () => void;
}
type TimeShown = Pick<RoundState, 'secondsLeft'> & { readonly phase: string };

/** The time left as a thin bar at the upper edge of the field. */
export function TimeBar({
  store,
  durationMs,
}: {
  readonly store: TimeStore;
  /** Duration of the round. */
  readonly durationMs: number;
}): ReactElement {
  const secondsLeft = useRound(store, (state) => state.secondsLeft);
  const phase = useRound(store, (state) => state.phase);
  const left = phase === 'running' ? Math.max(0, secondsLeft - 1) : secondsLeft;
  const style: CSSProperties = { transform: `scaleX(${String((left * 1_000) / durationMs)})` };
  return (
    <div aria-hidden="true" className="pointer-events-none z-1 overflow-hidden rounded-[inherit]">
      <div style={style} className={`${TIME_BAR} h-1 ${secondsLeft <= LAST_SECONDS ? 'bg-caution' : 'bg-edge'}`} />
    </div>
  );
}
