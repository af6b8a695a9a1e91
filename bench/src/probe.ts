/**
 * Runs in the page, before anything of the page does. Measures frames from within: when they come, how long scripts run
 * in them, what they draw, how often React commits.
 */

/** What a stretch of frames was like. */
export interface FrameReport {
  /** ms between the display's frames, as `requestAnimationFrame` tells them. */
  readonly intervalsMs: readonly number[];
  /** ms that scripts ran from each frame to the next: frame callbacks, events, timers and React's own tasks. */
  readonly scriptMs: readonly number[];
  /** Most WebGL draw calls in one frame. */
  readonly drawCalls: number;
  /** Commits by any React renderer. */
  readonly commits: number;
  /** ms from each press of the pointer on a canvas to the presentation of the frame after its handlers, in steps of 8 ms from 16 ms on. */
  readonly inputMs: readonly number[];
}

/** As the driver reaches it from outside, on `globalThis`. */
export interface Probe {
  /** Forgets what was and starts to count at the next frame. */
  start(): void;
  report(): FrameReport;
  /** A frame callback that the probe does not count. */
  onFrame(callback: (nowMs: number) => void): void;
  /** What React committed last, by renderer: the roots of its trees. */
  readonly roots: ReadonlySet<unknown>;
}

/** Frames that there is room for: over a minute at 100 Hz. Reserved, so that measuring leaves the heap alone. */
const ROOM = 8_192;

/** The browser does not report events that are shown sooner than this, ms. They count as this long. */
const QUICKEST_INPUT_MS = 16;

const WEBGL_DRAWS = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const;

/** Puts a probe into the page. Call it once, before any other script. */
export function installProbe(): Probe {
  const intervals = new Float64Array(ROOM);
  const scripts = new Float64Array(ROOM);
  const roots = new Set<unknown>();
  const requestFrame = globalThis.requestAnimationFrame.bind(globalThis);
  let frames = 0;
  let frameMs = Number.NaN;
  let scriptMs = 0;
  let isInScript = false;
  let draws = 0;
  let drawCalls = 0;
  let commits = 0;
  const slowInputs = new Float64Array(ROOM);
  let inputs = 0;
  let slow = 0;

  /** Closes the frame before, if `nowMs` is a new one's. */
  const beginFrame = (nowMs: number): void => {
    if (nowMs === frameMs) return;
    if (nowMs > frameMs && frames < ROOM) {
      intervals[frames] = nowMs - frameMs;
      scripts[frames] = scriptMs;
      frames++;
      drawCalls = Math.max(drawCalls, draws);
    }
    frameMs = nowMs;
    scriptMs = 0;
    draws = 0;
  };

  /** The same function with its time added up; the time of what it calls is not added twice. */
  const timed: Timed = (run) =>
    function (...args) {
      if (isInScript) return run.apply(this, args);
      isInScript = true;
      const startMs = performance.now();
      try {
        return run.apply(this, args);
      } finally {
        scriptMs += performance.now() - startMs;
        isInScript = false;
      }
    };

  document.addEventListener('pointerdown', ({ target }) => void (target instanceof HTMLCanvasElement && inputs++), {
    capture: true,
    passive: true,
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('pointerdown'))
      if ((entry as PerformanceEventTiming).target instanceof HTMLCanvasElement && slow < ROOM)
        slowInputs[slow++] = entry.duration;
  }).observe({ type: 'event', durationThreshold: QUICKEST_INPUT_MS } as PerformanceObserverInit);
  timeScripts(requestFrame, beginFrame, timed);
  for (const name of WEBGL_DRAWS) countCalls(WebGL2RenderingContext.prototype, name, () => draws++);
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: makeReactHook((root) => {
      commits++;
      roots.add(root);
    }),
  });
  const tick = (nowMs: number): void => {
    beginFrame(nowMs);
    requestFrame(tick);
  };
  requestFrame(tick);

  return {
    roots,
    onFrame: (callback) => void requestFrame(callback),
    start() {
      frames = 0;
      frameMs = Number.NaN;
      drawCalls = 0;
      commits = 0;
      inputs = 0;
      slow = 0;
    },
    report: () => ({
      intervalsMs: [...intervals.subarray(0, frames)],
      scriptMs: [...scripts.subarray(0, frames)],
      drawCalls,
      commits,
      inputMs: Array.from({ length: Math.max(inputs, slow) }, (_, at) =>
        at < slow ? (slowInputs[at] ?? Number.NaN) : QUICKEST_INPUT_MS,
      ),
    }),
  };
}

/** A function, made into one that does the same and is timed. */
type Timed = <T, A extends unknown[], R>(run: (this: T, ...args: A) => R) => (this: T, ...args: A) => R;

/** Wraps the ways in which the browser calls a page's scripts. */
function timeScripts(
  requestFrame: typeof requestAnimationFrame,
  beginFrame: (nowMs: number) => void,
  timed: Timed,
): void {
  /** Once for each function, so that listeners can be removed again and nothing is made per frame. */
  const wrapped = new WeakMap<object, never>();
  const wrap = <F extends (...args: never[]) => unknown>(run: F): F => {
    const known: F | undefined = wrapped.get(run);
    if (known !== undefined) return known;
    const made = timed(run);
    wrapped.set(run, made as never);
    return made as F;
  };

  const frames = new WeakMap<FrameRequestCallback, FrameRequestCallback>();
  globalThis.requestAnimationFrame = (callback) => {
    let framed = frames.get(callback);
    if (framed === undefined) {
      const run = wrap(callback);
      framed = (nowMs) => {
        beginFrame(nowMs);
        run(nowMs);
      };
      frames.set(callback, framed);
    }
    return requestFrame(framed);
  };

  const { setTimeout: delay } = globalThis;
  globalThis.setTimeout = ((run: TimerHandler, ...rest: unknown[]) =>
    delay(typeof run === 'function' ? wrap(run as () => void) : run, ...(rest as []))) as typeof setTimeout;

  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    addEventListener.call(this, type, typeof listener === 'function' ? wrap(listener) : listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    removeEventListener.call(this, type, typeof listener === 'function' ? wrap(listener) : listener, options);
  };

  // React's scheduler runs its tasks by posting messages to itself.
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...onmessage,
    set(this: MessagePort, listener: ((event: MessageEvent) => void) | null) {
      onmessage?.set?.call(this, listener === null ? null : wrap(listener));
    },
  });
}

/** Calls `count` whenever a method is called. */
function countCalls<N extends string>(
  target: Record<N, (...args: never[]) => unknown>,
  name: N,
  count: () => void,
): void {
  const method = target[name];
  target[name] = function (this: unknown, ...args: never[]) {
    count();
    return method.apply(this, args);
  };
}

/** What React's renderers look for when they start: the developer tools' end of the wire. */
function makeReactHook(onCommit: (root: unknown) => void): object {
  const renderers = new Map<number, unknown>();
  const nothing = (): void => undefined;
  return {
    renderers,
    supportsFiber: true,
    isDisabled: false,
    checkDCE: nothing,
    inject(renderer: unknown) {
      renderers.set(renderers.size + 1, renderer);
      return renderers.size;
    },
    onCommitFiberRoot: (_renderer: number, root: unknown) => onCommit(root),
    onCommitFiberUnmount: nothing,
    onPostCommitFiberRoot: nothing,
    onScheduleFiberRoot: nothing,
    setStrictMode: nothing,
  };
}
