import { createBubble, rampAt, type Round, type RoundEvent, type Rules } from '@popfray/engine';
import { UPDATE_PRIORITY, type Application, type CanvasRenderer, type Renderer } from 'pixi.js';
import { atlasKeyOf, bakeAtlas, type Atlas } from './atlas.ts';
import type { Brush } from './brush.ts';
import { paintBubble, STAMPS_PER_BUBBLE } from './bubbles.ts';
import { CanvasBrush } from './canvas-brush.ts';
import { paintCursor, type CursorPlace } from './cursor.ts';
import { countDrawCalls, type DrawCalls } from './draw-calls.ts';
import { Feedback } from './feedback.ts';
import { Governor, QUALITY_STEPS } from './governor.ts';
import { MOST_SEGMENTS } from './health-ring.ts';
import { fontArrives } from './lettering.ts';
import { ParticleBrush } from './particle-brush.ts';
import { PARTICLES_PER_POP } from './particles.ts';
import type { Scene } from './scene.ts';
import { DrawnBubbles } from './drawn-bubbles.ts';
import { TRON_SKIN, type Skin } from './skin.ts';
import { paintTargetRing } from './target-ring.ts';
import { Viewport } from './viewport.ts';

/** What a field view draws from: a round, or anything that answers the same questions. */
export type DrawnRound = Pick<Round, 'rules' | 'timeMs' | 'count' | 'bubbleAt'>;

/** Figures of the last frame, for benchmarks and a debug overlay. */
export interface FieldStats {
  /** Draw calls that reached the GPU; 0 under the canvas renderer. */
  readonly drawCalls: number;
  /** Device pixels per CSS px. */
  readonly resolution: number;
  /** Particles alive. */
  readonly particles: number;
  /** 1 for the best quality, 0 for the least. */
  readonly quality: number;
  readonly renderer: 'webgl' | 'canvas';
}

export interface FieldViewOptions {
  /** Default: TRON_SKIN. */
  readonly skin?: Skin;
  /** No particles, no shake, no pulse; texts only fade. Default: what the system asks for, followed when it changes. */
  readonly reducedMotion?: boolean;
}

/** Shows a round on a Pixi application's stage. Made by `createFieldView` or `mount`. */
export interface FieldView {
  /**
   * Once a frame, before Pixi renders: puts everything where the round says it is at `round.timeMs`. `elapsedMs` is
   * display time since the last draw: particles and texts live by it, and the quality is governed by it. 0 for a frame
   * whose time says nothing about the machine.
   */
  draw(round: DrawnRound, elapsedMs: number): void;
  /** Shows what happened: particles, points, flash, ripple or message. Keeps nothing of the event. */
  show(event: RoundEvent): void;
  /** Id of the bubble that the keyboard aims at; -1 for none, or once it is gone. */
  readonly target: number;
  /** Rings a bubble for keyboard play; -1 rings none. */
  setTarget(bubbleId: number): void;
  /** The cursor that the keyboard moves; null while none is drawn. */
  readonly cursor: CursorPlace | null;
  /** Draws a cursor at this place, over all bubbles, in every frame from now on; null draws none. */
  setCursor(cursor: CursorPlace | null): void;
  /** Client coordinates of an event to px in the field; the point may lie outside of it. */
  toFieldX(clientX: number): number;
  toFieldY(clientY: number): number;
  setReducedMotion(on: boolean): void;
  /** Puts another skin on. Takes some milliseconds when it looks different: its atlas is painted. */
  setSkin(skin: Skin): void;
  /** Forgets particles, texts, the target and the cursor: before a new round or after a seek. */
  clear(): void;
  stats(): FieldStats;
  /** Takes the field off the stage and frees its texture. The application stays its owner's to end. */
  destroy(): void;
}

/** Letters that are likely to show at once; more make the brush grow. */
const USUAL_LETTERS = 100;
/** Bosses and bursts that are likely to show at once. */
const USUAL_BOSSES = 4;
const USUAL_BURSTS = 8;

/** Puts a field on the stage of an application that has been initialised with `applicationOptions()`. */
export function createFieldView(app: Application, options: FieldViewOptions = {}): FieldView {
  return new PixiFieldView(app, options);
}

class PixiFieldView implements FieldView {
  readonly #app: Application;
  readonly #viewport: Viewport;
  readonly #governor = new Governor();
  readonly #feedback: Feedback;
  readonly #drawnBubbles = new DrawnBubbles();
  readonly #drawCalls: DrawCalls;
  readonly #bubble = createBubble();
  readonly #scene: Scene = { timeMs: 0, cssScale: 1, hasChains: false, snapPx: 0, reducedMotion: false };
  /** Null when the caller decides about motion. */
  readonly #systemMotion: MediaQueryList | null;
  #skin: Skin;
  #atlas: Atlas;
  #brush: Brush;
  #rules: Rules | null = null;
  #target = -1;
  #cursor: CursorPlace | null = null;
  #isDestroyed = false;

  constructor(app: Application, options: FieldViewOptions) {
    this.#app = app;
    // Clicks are judged by the round. Pixi need not look for what lies under the pointer.
    app.stage.eventMode = 'none';
    this.#viewport = new Viewport(app.renderer, app.canvas);
    this.#drawCalls = countDrawCalls(app.renderer);
    this.#skin = options.skin ?? TRON_SKIN;
    this.#paintBackdrop();
    this.#atlas = bakeAtlas(this.#skin);
    this.#feedback = new Feedback(this.#scene, this.#drawnBubbles, this.#skin, this.#atlas);
    this.#brush = this.#layBrush();
    void this.#bakeWithFont(this.#skin);
    if (this.#renderer === 'canvas') this.#replaceRender(app.render, this.#renderStage);
    this.#systemMotion = options.reducedMotion === undefined ? matchMedia('(prefers-reduced-motion: reduce)') : null;
    this.#systemMotion?.addEventListener('change', this.#followSystem);
    this.setReducedMotion(options.reducedMotion ?? this.#systemMotion?.matches ?? false);
  }

  get target(): number {
    return this.#target;
  }

  get cursor(): CursorPlace | null {
    return this.#cursor;
  }

  draw(round: DrawnRound, elapsedMs: number): void {
    if (round.rules !== this.#rules) this.#prepare(round.rules);
    if (this.#governor.frame(elapsedMs)) this.#viewport.setFactor(this.#governor.quality.resolution);
    this.#viewport.forget();
    this.#scene.timeMs = round.timeMs;
    this.#scene.cssScale = this.#viewport.cssScale;
    this.#scene.snapPx = this.#renderer === 'canvas' ? 1 / this.#app.renderer.resolution : 0;
    this.#feedback.advance(elapsedMs);
    const brush = this.#brush;
    brush.begin(this.#feedback.shakeX, this.#feedback.shakeY);
    this.#paintBubbles(brush, round);
    this.#feedback.paint(brush);
    if (this.#cursor !== null) paintCursor(brush, this.#atlas, this.#cursor, this.#scene);
    brush.end();
  }

  show(event: RoundEvent): void {
    this.#feedback.show(event, this.#governor.quality.particles);
  }

  setTarget(bubbleId: number): void {
    this.#target = bubbleId;
  }

  setCursor(cursor: CursorPlace | null): void {
    this.#cursor = cursor;
  }

  toFieldX(clientX: number): number {
    return this.#viewport.toFieldX(clientX);
  }

  toFieldY(clientY: number): number {
    return this.#viewport.toFieldY(clientY);
  }

  setReducedMotion(on: boolean): void {
    this.#scene.reducedMotion = on;
    if (on) this.#feedback.clearMotion();
  }

  setSkin(skin: Skin): void {
    const looksTheSame = atlasKeyOf(skin) === atlasKeyOf(this.#skin);
    this.#skin = skin;
    if (looksTheSame) {
      this.#feedback.wear(skin, this.#atlas);
      return;
    }
    this.#paintBackdrop();
    this.#bake();
    void this.#bakeWithFont(this.#skin);
  }

  clear(): void {
    this.#feedback.clear();
    this.#drawnBubbles.clear();
    this.#target = -1;
    this.#cursor = null;
  }

  stats(): FieldStats {
    return {
      drawCalls: this.#drawCalls.count(),
      resolution: this.#viewport.resolution,
      particles: this.#feedback.particles.live,
      quality: 1 - this.#governor.step / (QUALITY_STEPS.length - 1),
      renderer: this.#renderer,
    };
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#systemMotion?.removeEventListener('change', this.#followSystem);
    this.#viewport.destroy();
    // An application that ended first has no renderer any more.
    if ((this.#app.renderer as Renderer | null) !== null) {
      this.#drawCalls.remove();
      if (this.#renderer === 'canvas') this.#replaceRender(this.#renderStage, this.#app.render);
    }
    this.#brush.destroy();
    this.#atlas.destroy();
  }

  /** Pixi need not render an empty stage: the brush draws on the 2D canvas itself. */
  readonly #renderStage = (): void => {
    if (this.#app.stage.children.length > 0) this.#app.render();
  };

  /** Replaces what the application's ticker calls last in each frame. */
  #replaceRender(before: () => void, after: () => void): void {
    const { ticker } = this.#app;
    ticker.remove(before, this.#app);
    ticker.add(after, this.#app, UPDATE_PRIORITY.LOW);
  }

  get #renderer(): 'webgl' | 'canvas' {
    return this.#app.renderer.name === 'webgl' ? 'webgl' : 'canvas';
  }

  /** Makes room for what the rules allow at once, so that no frame has to. */
  #prepare(rules: Rules): void {
    this.#rules = rules;
    this.#scene.hasChains = rules.foreign !== null;
    const bubbles = Math.max(rampAt(rules.bubbleCap, 0), rampAt(rules.bubbleCap, Number.MAX_SAFE_INTEGER));
    const segments = rules.boss === null ? 0 : USUAL_BOSSES * MOST_SEGMENTS;
    const passing = USUAL_LETTERS + USUAL_BURSTS * PARTICLES_PER_POP;
    this.#brush.reserve(bubbles * STAMPS_PER_BUBBLE + segments + passing);
  }

  #paintBubbles(brush: Brush, round: DrawnRound): void {
    const bubble = this.#bubble;
    const { count } = round;
    this.#drawnBubbles.clear();
    for (let place = 0; place < count; place++) {
      round.bubbleAt(place, bubble);
      this.#drawnBubbles.add(bubble);
      paintBubble(brush, this.#atlas, bubble, this.#scene, this.#feedback.flashOf(bubble.id));
    }
    if (this.#target < 0) return;
    // After all bubbles, so that none hides the ring.
    const target = this.#drawnBubbles.find(this.#target);
    if (target === null) this.#target = -1;
    else paintTargetRing(brush, this.#atlas, target, this.#scene);
  }

  /** The canvas is clear and has its backdrop from CSS: the browser paints that once, not with every frame. */
  #paintBackdrop(): void {
    const { middle, corners } = this.#skin.field;
    this.#app.canvas.style.background = `radial-gradient(ellipse 70% 76% at 50% 44%, ${middle}, ${corners})`;
  }

  #layBrush(): Brush {
    const { renderer, stage } = this.#app;
    return renderer.name === 'canvas'
      ? new CanvasBrush(renderer as CanvasRenderer, this.#atlas.canvas)
      : new ParticleBrush(stage, this.#atlas.flash);
  }

  #bake(): void {
    const previous = { atlas: this.#atlas, brush: this.#brush };
    this.#atlas = bakeAtlas(this.#skin);
    this.#feedback.wear(this.#skin, this.#atlas);
    this.#brush = this.#layBrush();
    this.#rules = null;
    previous.brush.destroy();
    previous.atlas.destroy();
  }

  /** Letters painted before a web font has loaded use the fallback font; this paints them again after the font has loaded. */
  async #bakeWithFont(skin: Skin): Promise<void> {
    const hasArrived = await fontArrives(skin.fontFamily);
    if (hasArrived && !this.#isDestroyed && atlasKeyOf(skin) === atlasKeyOf(this.#skin)) this.#bake();
  }

  readonly #followSystem = (event: MediaQueryListEvent): void => this.setReducedMotion(event.matches);
}
