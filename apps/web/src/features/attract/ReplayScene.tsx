import { createBubble, openPlayback, type Playback, type Rules } from '@popfray/engine';
import { useEffect, useRef, type ReactElement } from 'react';
import { useInView } from '../../ui/use-in-view.ts';
import { BubbleSprites } from './bubble-sprites.ts';
import { loadDemo } from './demo-replay.ts';

const FIELD_WIDTH_PX = 800;
const FIELD_HEIGHT_PX = 600;

/** Colours of the bubbles: those of the hero. */
const COLOURS = ['#ff5a68', '#ffb84d', '#d7e36b', '#2dd4a7', '#ff8fc4', '#a78bff', '#5cc8ff'] as const;
const BOSS_COLOUR = '#ff4757';
const FOREIGN_COLOUR = '#9b7bff';

/** How long a pop is shown, ms. */
const POP_MS = 600;

/** Most pixels of the canvas for each px of the page. */
const MAX_RATIO = 1.5;

/** Frames over this time are late, ms. After so many of them the scene gives up. */
const LATE_MS = 50;
const MAX_LATE = 20;

/** Where the replay starts: its first seconds are nearly empty. */
const START_MS = 4_000;

/** A pop that is shown. */
interface ShownPop {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly points: number;
  readonly colour: string;
  readonly atMs: number;
}

/** Where the field is drawn on the canvas: the scale, and the place of its upper left corner, px. */
interface Placement {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/**
 * A top round as it was played, again and again, while it is in view. Decorative: it is hidden from assistive technology, and a click on one of its bubbles
 * does what a button beside it does.
 */
export function ReplayScene({
  rules = null,
  clearShare = 0,
  className,
  onPop,
  onStart,
  onSlow,
}: {
  /** The rules of the round; null for any. */
  readonly rules?: Rules | null;
  /** Share of the width, from the left, that the field leaves free. */
  readonly clearShare?: number;
  readonly className: string;
  /** Called when a bubble is clicked. */
  readonly onPop: () => void;
  /** Called when the first picture is drawn. */
  readonly onStart?: () => void;
  /** Called when drawing has become slow. */
  readonly onSlow: () => void;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isInView = useInView(canvas);
  const playback = useRef<Playback | null>(null);
  const actions = useRef({ onPop, onStart, onSlow });
  useEffect(() => {
    actions.current = { onPop, onStart, onSlow };
  });

  useEffect(() => {
    const element = canvas.current;
    const brush = element?.getContext('2d') ?? null;
    if (element === null || brush === null || !isInView) return;
    let handle = 0;
    let isOver = false;
    const scene = createScene(element, brush, clearShare);
    const start = async (): Promise<void> => {
      playback.current ??= openPlayback(await loadDemo(rules));
      if (isOver) return;
      const shown = playback.current;
      let lastMs: number | null = null;
      let late = 0;
      let timeMs = Math.max(shown.round.timeMs, START_MS);
      const frame = (nowMs: number): void => {
        handle = requestAnimationFrame(frame);
        const lapseMs = lastMs === null ? 0 : nowMs - lastMs;
        lastMs = nowMs;
        // The page was hidden, or stood still.
        if (lapseMs > 1_000) return;
        late = lapseMs > LATE_MS ? late + 1 : Math.max(0, late - 0.1);
        if (late > MAX_LATE) {
          actions.current.onSlow();
          return;
        }
        timeMs += lapseMs;
        if (timeMs >= shown.durationMs) timeMs = START_MS;
        shown.seek(timeMs);
        scene.draw(shown, nowMs);
        if (lapseMs === 0) actions.current.onStart?.();
      };
      handle = requestAnimationFrame(frame);
    };
    void start();
    const click = (event: MouseEvent): void => {
      if (playback.current !== null && scene.hasBubbleAt(playback.current, event)) actions.current.onPop();
    };
    element.addEventListener('click', click);
    return () => {
      isOver = true;
      cancelAnimationFrame(handle);
      element.removeEventListener('click', click);
    };
  }, [isInView, rules, clearShare]);

  return <canvas ref={canvas} data-attract aria-hidden="true" className={className} />;
}

/** Draws a round on a canvas, and finds bubbles on it. */
function createScene(element: HTMLCanvasElement, brush: CanvasRenderingContext2D, clearShare: number) {
  const sprites = new BubbleSprites();
  const bubble = createBubble();
  let pops: readonly ShownPop[] = [];

  const place = (): Placement => {
    const { clientWidth, clientHeight } = element;
    const left = clientWidth * clearShare;
    const scale = Math.max((clientWidth - left) / FIELD_WIDTH_PX, clientHeight / FIELD_HEIGHT_PX);
    return { scale, left, top: (clientHeight - FIELD_HEIGHT_PX * scale) / 2 };
  };
  const colourOf = ({
    isBoss,
    isForeign,
    colour,
  }: {
    readonly isBoss: boolean;
    readonly isForeign: boolean;
    readonly colour: number;
  }): string => {
    if (isBoss) return BOSS_COLOUR;
    return isForeign ? FOREIGN_COLOUR : (COLOURS[colour % COLOURS.length] ?? COLOURS[0]);
  };

  return {
    draw({ round }: Playback, nowMs: number): void {
      const ratio = Math.min(devicePixelRatio, MAX_RATIO);
      const [width, height] = [Math.round(element.clientWidth * ratio), Math.round(element.clientHeight * ratio)];
      if (element.width !== width) element.width = width;
      if (element.height !== height) element.height = height;
      const { scale, left, top } = place();
      brush.setTransform(ratio * scale, 0, 0, ratio * scale, left * ratio, top * ratio);
      brush.clearRect(-left / scale, -top / scale, element.clientWidth / scale, element.clientHeight / scale);
      round.takeEvents(({ type, xPx, yPx, radiusPx, points, ...look }) => {
        if (type !== 'pop') return;
        pops = [...pops, { x: xPx, y: yPx, radius: radiusPx, points, colour: colourOf(look), atMs: nowMs }];
      });
      for (let at = 0; at < round.count; at++) {
        round.bubbleAt(at, bubble);
        const { xPx, yPx, radiusPx } = bubble;
        brush.drawImage(sprites.of(colourOf(bubble)), xPx - radiusPx, yPx - radiusPx, 2 * radiusPx, 2 * radiusPx);
      }
      pops = pops.filter(({ atMs }) => nowMs - atMs < POP_MS);
      for (const pop of pops) drawPop(brush, pop, (nowMs - pop.atMs) / POP_MS);
    },
    hasBubbleAt({ round }: Playback, { offsetX, offsetY }: MouseEvent): boolean {
      const { scale, left, top } = place();
      const [x, y] = [(offsetX - left) / scale, (offsetY - top) / scale];
      for (let at = 0; at < round.count; at++) {
        round.bubbleAt(at, bubble);
        if (Math.hypot(bubble.xPx - x, bubble.yPx - y) <= bubble.radiusPx) return true;
      }
      return false;
    },
  };
}

/** Draws a pop: a ring that grows, and the points that rise. `progress` is from 0 to 1. */
function drawPop(brush: CanvasRenderingContext2D, { x, y, radius, points, colour }: ShownPop, progress: number): void {
  brush.globalAlpha = 1 - progress;
  brush.strokeStyle = colour;
  brush.lineWidth = 3;
  brush.beginPath();
  brush.arc(x, y, radius * (0.8 + 0.6 * progress), 0, 2 * Math.PI);
  brush.stroke();
  brush.fillStyle = '#e8edf4';
  brush.font = "700 22px 'Unbounded', system-ui, sans-serif";
  brush.textAlign = 'center';
  brush.fillText(`+${points}`, x, y - 24 * progress);
  brush.globalAlpha = 1;
}
