import { useRound, type RoundState } from '@popfray/react';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { isMotionReduced } from '../../data/settings/motion.ts';
import { TIME_BAR } from '../../ui/time-bar.ts';
import { FollowedText } from './FollowedText.tsx';
import { HudFigure, HudFigures } from './HudFigures.tsx';

/** Values of a round or a replay that the HUD shows. */
type Shown = Pick<RoundState, 'score' | 'secondsLeft' | 'combo' | 'level' | 'popped'>;

/** The part of a store that is read. */
interface Followed<State> {
  getState(): State;
  getInitialState(): State;
  subscribe(listener: (state: State, previous: State) => void): () => void;
}

/** The common part of both stores. */
type HudStore = Followed<Shown>;

/** In the last seconds the time is in the warning colour, s. */
const LAST_SECONDS = 10;

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
  return (
    <HudFigures
      figures={
        <>
          <HudFigure name={t('score')} size="large">
            <FollowedText store={store} read={({ score }) => format.number(score)} />
          </HudFigure>
          <TimeLeft store={store} />
          {hasLevels && (
            <HudFigure name={t('level')} size="small" isExtra>
              <FollowedText store={store} read={({ level }) => format.number(level)} />
            </HudFigure>
          )}
          <HudFigure name={t('popped')} size="small" isExtra>
            <FollowedText store={store} read={({ popped }) => format.number(popped)} />
          </HudFigure>
        </>
      }
    >
      {children}
    </HudFigures>
  );
}

/** The seconds left, in the warning colour at the end. */
export function TimeLeft({ store }: { readonly store: Followed<Pick<RoundState, 'secondsLeft'>> }): ReactElement {
  const t = useTranslations('hud');
  const isLate = useRound(store, ({ secondsLeft }) => secondsLeft <= LAST_SECONDS);
  return (
    <HudFigure name={t('timeLeft')} size="large" className={isLate ? 'text-caution' : ''}>
      <FollowedText store={store} read={({ secondsLeft }) => t('seconds', { seconds: secondsLeft })} />
    </HudFigure>
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
  const hasCombo = useRound(store, ({ combo }) => combo > 0);
  const fever = useRound(store, ({ combo }) => feverOf(combo));
  if (!hasCombo) return null;
  return (
    <p className="pointer-events-none z-1 flex items-start justify-center">
      <span
        className={`figure mt-3 rounded-full px-3.5 py-1.5 text-sm text-ink will-change-transform sm:text-base ${fever}`}
      >
        <FollowedText store={store} read={({ combo }) => t('combo', { combo })} onChange={bump} />
      </span>
    </p>
  );
}

/** Lets the badge around a text jump. The badge keeps its layer, so that nothing is laid out or painted for it. */
function bump(text: HTMLElement): void {
  if (isMotionReduced()) return;
  text.parentElement?.animate({ transform: ['scale(1.18)', 'none'] }, { duration: 160, easing: 'ease-out' });
}

/** State that the time bar needs. */
type TimeStore = Followed<Pick<RoundState, 'secondsLeft'> & { readonly phase: string }>;

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
