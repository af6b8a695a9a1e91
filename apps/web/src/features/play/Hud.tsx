import { useRound, type RoundState } from '@popfray/react';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isMotionReduced } from '../../data/settings/motion.ts';
import { FollowedText } from './FollowedText.tsx';
import { HudFigure, HudFigures } from './HudFigures.tsx';
import { formatCount } from '../../data/messages/numbers.ts';

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
  return (
    <HudFigures
      figures={
        <>
          <HudFigure name={t('score')} size="large">
            <FollowedText store={store} read={({ score }) => formatCount(score)} />
          </HudFigure>
          <TimeLeft store={store} />
          {hasLevels && (
            <HudFigure name={t('level')} size="small" isExtra>
              <FollowedText store={store} read={({ level }) => formatCount(level)} />
            </HudFigure>
          )}
          <HudFigure name={t('popped')} size="small" isExtra>
            <FollowedText store={store} read={({ popped }) => formatCount(popped)} />
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

/** Classes of the combo's badge and of the frame's glow. The sounds of pops rise with the combo too. */
const FEVERS = {
  none: { badge: 'bg-caution', glow: '' },
  some: {
    badge: 'bg-tron',
    glow: 'moving:shadow-[0_0_0_2px_var(--color-tron),0_0_2rem_color-mix(in_srgb,var(--color-tron)_55%,transparent)]',
  },
  high: {
    badge: 'bg-legendary',
    glow: 'moving:shadow-[0_0_0_2px_var(--color-legendary),0_0_2.5rem_color-mix(in_srgb,var(--color-legendary)_60%,transparent)]',
  },
} as const;

function feverOf(combo: number): keyof typeof FEVERS {
  if (combo >= HIGH_FEVER) return 'high';
  return combo >= FEVER ? 'some' : 'none';
}

/**
 * The combo at the upper edge of the field, and the glow of its frame. Both are there without a combo too, but not visible: adding them in a
 * round would make the browser compute styles of other elements.
 */
export function ComboBadge({ store }: { readonly store: HudStore }): ReactElement {
  const t = useTranslations('hud');
  const hasCombo = useRound(store, ({ combo }) => combo > 0);
  const fever = useRound(store, ({ combo }) => feverOf(combo));
  const { badge, glow } = FEVERS[fever];
  return (
    <>
      <span aria-hidden="true" className={`pointer-events-none z-1 rounded-[inherit] ${glow}`} />
      <p className={`pointer-events-none z-1 flex items-start justify-center ${hasCombo ? '' : 'invisible'}`}>
        <span
          className={`figure mt-3 rounded-full px-3.5 py-1.5 text-sm text-ink will-change-transform sm:text-base ${badge}`}
        >
          <FollowedText
            store={store}
            read={({ combo }) => t('combo', { combo })}
            onChange={(text) => jumpAt(store.getState().combo, text)}
          />
        </span>
      </p>
    </>
  );
}

/** Combos between two jumps of the badge. */
const JUMP = 5;

/** Lets the badge around a text jump at some combos. It keeps its layer, so that nothing is laid out or painted for it. */
function jumpAt(combo: number, text: HTMLElement): void {
  if (combo === 0 || combo % JUMP !== 0 || isMotionReduced()) return;
  text.parentElement?.animate({ transform: ['scale(1.18)', 'none'] }, { duration: 160, easing: 'ease-out' });
}

/** State that the time bar needs. */
type TimeStore = Followed<Pick<RoundState, 'secondsLeft'>>;

/** The time left as a thin bar at the upper edge of the field. It changes once a second: a transition would compute styles in each frame. */
export function TimeBar({
  store,
  durationMs,
}: {
  readonly store: TimeStore;
  /** Duration of the round. */
  readonly durationMs: number;
}): ReactElement {
  const secondsLeft = useRound(store, (state) => state.secondsLeft);
  const style: CSSProperties = { transform: `scaleX(${String((secondsLeft * 1_000) / durationMs)})` };
  return (
    <div aria-hidden="true" className="pointer-events-none z-1 overflow-hidden rounded-[inherit]">
      <div
        style={style}
        className={`origin-left h-1 forced-color-adjust-none ${secondsLeft <= LAST_SECONDS ? 'bg-caution' : 'bg-edge'}`}
      />
    </div>
  );
}
