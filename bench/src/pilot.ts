/**
 * Runs in the page, as a script put there before the page's own: the probe, and a bot that plays the round on the screen.
 * The page has no code for either.
 */
import type { Round } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { installProbe, type FrameReport, type Probe } from './probe.ts';

/** What the driver calls. */
export interface Pilot {
  /** Starts to count frames, on a page with nothing to play. */
  watch(): void;
  /**
   * Plays the page's round by the expert bot from its first frame to its end, counting frames from then on. Each click
   * is asked of the driver, through the binding `popfrayClick`, as `x y` in client px; the end of the round as `over`.
   */
  play(seed: string): void;
  report(): FrameReport;
  /** How the round stands. */
  outcome(): Outcome | null;
}

/** A round as the page shows it. */
export interface Outcome {
  readonly score: number;
  readonly clicks: number;
  /** Replay as text. */
  readonly replayText: string;
  /** Canvas px a CSS px: the resolution that the renderer settled at. */
  readonly resolution: number;
}

/** The part of the page's round store that is read. */
interface Store {
  readonly round: Round | null;
  frame(nowMs: number): void;
  getState(): { readonly phase: string; readonly result: { readonly replayText: string } | null };
}

/** The part of React's tree that is read. */
interface Fiber {
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly memoizedProps: { readonly store?: Partial<Store> } | null;
}

declare global {
  var popfrayPilot: Pilot;
  var popfrayClick: (text: string) => void;
}

globalThis.popfrayPilot = createPilot(installProbe());

function createPilot(probe: Probe): Pilot {
  let store: Store | null = null;
  let canvas: HTMLCanvasElement | null = null;

  return {
    watch: () => probe.start(),
    play(seed) {
      store = findStore(probe.roots);
      canvas = document.querySelector<HTMLCanvasElement>('.field-canvas canvas');
      if (store === null || canvas === null) throw new Error('There is no round on this page');
      playRound(probe, store, canvas.getBoundingClientRect(), seed);
    },
    report: () => probe.report(),
    outcome() {
      const round = store?.round;
      if (!store || !round || canvas === null) return null;
      return {
        score: round.score,
        clicks: round.inputCount,
        replayText: store.getState().result?.replayText ?? '',
        resolution: canvas.width / canvas.clientWidth,
      };
    },
  };
}

/** Asks for clicks where the bot aims, frame by frame, until the round is over. */
function playRound(probe: Probe, store: Store, field: DOMRect, seed: string): void {
  const bot = createBot({ skill: BOT_SKILLS.expert, seed });
  let isCounting = false;
  const onFrame = (): void => {
    const { round } = store;
    if (round === null || round.phase !== 'running') {
      if (isCounting) return globalThis.popfrayClick('over');
      return probe.onFrame(onFrame);
    }
    if (!isCounting) probe.start();
    isCounting = true;
    if (round.timeMs >= bot.nextMs) {
      const aim = bot.aim(round);
      const { widthPx, heightPx } = round.rules.field;
      if (aim !== null) {
        const x = field.left + (aim.xPx * field.width) / widthPx;
        const y = field.top + (aim.yPx * field.height) / heightPx;
        globalThis.popfrayClick(`${x} ${y}`);
      }
    }
    probe.onFrame(onFrame);
  };
  probe.onFrame(onFrame);
}

/** Finds the round store among the props of what React shows. The product needs no back door for this. */
function findStore(roots: ReadonlySet<unknown>): Store | null {
  for (const root of roots) {
    const fibers: (Fiber | null)[] = [(root as { readonly current: Fiber }).current];
    while (fibers.length > 0) {
      const fiber = fibers.pop();
      if (!fiber) continue;
      const found = fiber.memoizedProps?.store;
      if (found?.frame !== undefined && found.getState !== undefined) return found as Store;
      fibers.push(fiber.child, fiber.sibling);
    }
  }
  return null;
}
