import { TRON_SKIN, type FieldView, type Skin } from '@popfray/renderer';
import type { Application } from 'pixi.js';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
} from 'react';
import { isFieldSupported } from './canvas-support.ts';
import type { CursorReport } from './cursor-report.ts';
import { playByCursor } from './field-cursor.ts';
import { playByKeys } from './field-keys.ts';
import { playByPointer } from './field-pointer.ts';
import { startFrameLoop, type FrameLoop } from './frame-loop.ts';
import type { PlayableStore, ShownStore } from './field-store.ts';
import { useReducedMotion } from './reduced-motion.ts';
import type { Sounds } from './sounds.ts';
import { Stage } from './Stage.tsx';

/** What `BubbleField` takes. */
export interface BubbleFieldProps {
  /** The round to play, the battle to fight or the replay to watch. */
  readonly store: ShownStore | (ShownStore & PlayableStore);
  /** Accessible name of the canvas. */
  readonly label: string;
  /** Accessible description: how to play by keys. English by default. */
  readonly description?: string;
  /** Look of the field. The renderer's TRON skin by default. */
  readonly skin?: Skin;
  /** Sounds to play the store's events with. None by default. */
  readonly sounds?: Sounds;
  /** No particles and no shake. Follows the system's setting by default. */
  readonly reducedMotion?: boolean;
  /** Whether clicks, touches and keys pop the bubbles of a round. Default true; a replay never takes any. */
  readonly interactive?: boolean;
  /**
   * How near a pointer's click may miss, px in the field, to count for the nearest bubble. Default 0. For practice: where rounds are
   * compared, or pay, it would be an advantage.
   */
  readonly reachPx?: number;
  /**
   * What the arrow keys move: `target` jumps from bubble to bubble, `cursor` moves a cursor at limited speed. Default `target`, for
   * practice: where rounds are compared, or pay, jumping would be an advantage.
   */
  readonly keys?: 'target' | 'cursor';
  /** Called with what the cursor of the keys is at, when that changes, at most about once a second: for a screen reader. */
  readonly onCursor?: (report: CursorReport) => void;
  readonly className?: string;
  /** Called once the field draws, with its view and Pixi's application. */
  readonly onReady?: (view: FieldView, app: Application) => void;
  /** Called instead when the browser has no 2D canvas. */
  readonly onUnsupported?: () => void;
}

const KEY_HINTS = {
  target: 'Arrow keys or Tab move the target from bubble to bubble, Space or Enter pops it. Escape leaves the field.',
  cursor: 'Arrow keys move the cursor, Space or Enter pops the bubble under it. Escape leaves the field.',
} as const;

/** The host keeps the field's shape; the canvas fills it. */
const HOST_STYLE: CSSProperties = { position: 'relative', width: '100%', aspectRatio: '4 / 3' };

/**
 * The play area: one canvas, as wide as its parent and of the field's 4:3, that draws a store's round and plays it by
 * mouse, touch and keys. React renders it when its properties change and never for a frame. A round that may be paused
 * is paused when the tab hides.
 */
export function BubbleField(props: BubbleFieldProps): ReactElement {
  const { store, label, skin = TRON_SKIN, sounds, interactive = true, keys = 'target', className } = props;
  const description = props.description ?? KEY_HINTS[keys];
  const isSystemReduced = useReducedMotion();
  const reducedMotion = props.reducedMotion ?? isSystemReduced;
  const hintId = useId();
  const host = useRef<HTMLDivElement>(null);
  const [isSupported] = useState(isFieldSupported);
  const [app, setApp] = useState<Application | null>(null);
  const [loop, setLoop] = useState<FrameLoop | null>(null);

  const latest = useRef({ props, skin, reducedMotion });
  useLayoutEffect(() => {
    latest.current = { props, skin, reducedMotion };
  });

  // An application that has finished initialising after the field was unmounted is destroyed by @pixi/react.
  const isAlive = useRef(false);
  useLayoutEffect(() => {
    isAlive.current = true;
    return () => {
      isAlive.current = false;
    };
  }, []);
  const begin = useCallback((ready: Application) => {
    if (isAlive.current) setApp(ready);
  }, []);

  useEffect(() => {
    if (!isSupported) latest.current.props.onUnsupported?.();
  }, [isSupported]);

  useLayoutEffect(() => {
    if (app === null) return;
    const started = startFrameLoop(app, latest.current);
    setLoop(started);
    return () => {
      started.stop();
      setLoop(null);
    };
  }, [app]);

  useLayoutEffect(() => {
    if (loop === null) return;
    loop.follow(store);
    return store.listen((event) => loop.view.show(event));
  }, [loop, store]);

  useEffect(() => {
    if (app !== null && loop !== null) latest.current.props.onReady?.(loop.view, app);
  }, [app, loop]);

  useEffect(() => sounds?.attach(store), [sounds, store]);
  useEffect(() => loop?.wear(skin), [loop, skin]);
  useEffect(() => loop?.view.setReducedMotion(reducedMotion), [loop, reducedMotion]);

  const player = interactive && 'pop' in store ? store : null;
  useEffect(() => {
    const canvas = host.current?.querySelector('canvas');
    if (app === null || loop === null || player === null || !canvas) return;
    const { view } = loop;
    const stopPointer = playByPointer(canvas, view, player, () => latest.current.props.reachPx ?? 0);
    const stopKeys =
      keys === 'target'
        ? playByKeys(canvas, view, player)
        : playByCursor(canvas, view, player, app.ticker, (report) => latest.current.props.onCursor?.(report));
    return () => {
      stopPointer();
      stopKeys();
    };
  }, [app, loop, player, keys]);

  // @pixi/react gives its canvas a class name and nothing else.
  const isPlayed = player !== null;
  useEffect(() => {
    const canvas = host.current?.querySelector('canvas');
    if (!canvas) return;
    canvas.setAttribute('aria-label', label);
    canvas.setAttribute('role', isPlayed ? 'application' : 'img');
    canvas.style.touchAction = isPlayed ? 'none' : 'auto';
    canvas.style.userSelect = 'none';
    if (isPlayed) {
      canvas.tabIndex = 0;
      canvas.setAttribute('aria-describedby', hintId);
    } else {
      canvas.removeAttribute('tabindex');
      canvas.removeAttribute('aria-describedby');
    }
  }, [loop, label, isPlayed, hintId]);

  useEffect(() => {
    function pauseWhenHidden(): void {
      if (document.hidden) store.pause('hidden');
    }
    document.addEventListener('visibilitychange', pauseWhenHidden);
    return () => document.removeEventListener('visibilitychange', pauseWhenHidden);
  }, [store]);

  return (
    <div ref={host} className={className} style={HOST_STYLE}>
      {isSupported && <Stage onInit={begin} />}
      <p id={hintId} hidden>
        {description}
      </p>
    </div>
  );
}
