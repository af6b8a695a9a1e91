import { eventMessage, type RoundEvent } from '@popfray/engine';
import type { Atlas } from './atlas.ts';
import { BOSS } from './texture-sizes.ts';
import type { Brush } from './brush.ts';
import { colourOf } from './bubbles.ts';
import { Captions } from './captions.ts';
import { Particles, PARTICLES_PER_BOSS, PARTICLES_PER_POP } from './particles.ts';
import { Ripples } from './ripples.ts';
import type { Scene } from './scene.ts';
import type { DrawnBubbles } from './drawn-bubbles.ts';
import type { Skin } from './skin.ts';
import { FIELD } from './viewport.ts';

/** Places of captions: one for all messages, one for the combo count, the rest for points in turn. */
const MESSAGE = 0;
const COMBO_COUNT = 1;
const FIRST_POINTS = 2;
const CAPTIONS = 14;

/** Most particles at once: pops at the arena's pace and a boss. */
const PARTICLES = 256;

/** How long things show, ms. SPEC section 9 gives messages over the field 3 s: milestones and combos alike. */
const FLASH_MS = 140;
const SHAKE_MS = 360;
const POINTS_MS = 850;
const COMBO_COUNT_MS = 1_100;
const MESSAGE_MS = 3_000;

/** How long a milestone is not replaced by the message of a combo, ms. */
const MILESTONE_MS = 1_500;

/** How long the pieces of a boss that goes down move slowly, ms, and at which share of their speed. */
const SLOW_MS = 500;
const SLOW_SHARE = 0.3;

/** Most that a boss going down shakes the field, px. */
const SHAKE_PX = 4;

/** Distance of a message from the field's upper edge, in heights of its letters. */
const LINE = 1.3;

/** A height in the field, px, but not below so many CSS px on the screen. */
const readable = (fieldPx: number, leastCssPx: number, cssScale: number): number =>
  Math.max(fieldPx, leastCssPx / Math.max(cssScale, 0.1));

/** What the field shows of events, and for how long: particles, ripples, flash, shake, points and messages. */
export class Feedback {
  readonly particles: Particles = new Particles(PARTICLES);
  readonly #ripples = new Ripples();
  readonly #captions = new Captions(CAPTIONS);
  readonly #scene: Scene;
  readonly #drawnBubbles: DrawnBubbles;
  #skin: Skin;
  #atlas: Atlas;
  /** Where the eye is: at the last bubble that was struck. */
  #eyeX = FIELD.widthPx / 2;
  #eyeY = FIELD.heightPx / 2;
  #nextPoints = FIRST_POINTS;
  /** How long the milestone on show keeps its place, ms. */
  #milestoneMs = 0;
  #flashId = -1;
  #flashMs = 0;
  #shakeMs = 0;
  #slowMs = 0;

  constructor(scene: Scene, drawnBubbles: DrawnBubbles, skin: Skin, atlas: Atlas) {
    this.#scene = scene;
    this.#drawnBubbles = drawnBubbles;
    this.#skin = skin;
    this.#atlas = atlas;
  }

  /** Changes the look. Texts that still show are of the old atlas, and go. */
  wear(skin: Skin, atlas: Atlas): void {
    this.#captions.clear();
    this.#skin = skin;
    this.#atlas = atlas;
  }

  /** Shows an event; keeps nothing of it. `particleShare` (0 to 1) is how much of a burst the machine can take. */
  show(event: RoundEvent, particleShare: number): void {
    if (event.type === 'pop') this.#showPop(event, particleShare);
    else if (event.type === 'hit') this.#showHit(event, particleShare);
    else if (event.type === 'miss') this.#showMiss(event);
    else if (event.type === 'combo' || event.type === 'milestone') this.#showMessage(event);
    // The result follows, and no number may show through it.
    else if (event.type === 'end') this.#clearTexts();
  }

  /** Lets display time pass. */
  advance(elapsedMs: number): void {
    const movedMs = this.#slowMs > 0 ? elapsedMs * SLOW_SHARE : elapsedMs;
    this.particles.advance(movedMs);
    this.#ripples.advance(movedMs);
    this.#slowMs = Math.max(this.#slowMs - elapsedMs, 0);
    this.#captions.advance(elapsedMs);
    this.#milestoneMs = Math.max(this.#milestoneMs - elapsedMs, 0);
    this.#flashMs = Math.max(this.#flashMs - elapsedMs, 0);
    this.#shakeMs = Math.max(this.#shakeMs - elapsedMs, 0);
  }

  paint(brush: Brush): void {
    this.#ripples.paint(brush, this.#atlas);
    this.particles.paint(brush, this.#atlas);
    this.#captions.paint(brush, this.#atlas, this.#scene.reducedMotion);
  }

  /** How white a bubble flashes, 0 to 1. */
  flashOf(bubbleId: number): number {
    return bubbleId === this.#flashId ? this.#flashMs / FLASH_MS : 0;
  }

  /** How far the field is shaken to the side and down, px: at most SHAKE_PX either way. */
  get shakeX(): number {
    return Math.sin(this.#shakeMs * 0.09) * this.#shakePx;
  }
  get shakeY(): number {
    return Math.cos(this.#shakeMs * 0.117) * this.#shakePx;
  }

  clear(): void {
    this.clearMotion();
    this.#clearTexts();
    this.#flashMs = 0;
  }

  #clearTexts(): void {
    this.#captions.clear();
    this.#milestoneMs = 0;
  }

  /** Ends what moves; texts stay. */
  clearMotion(): void {
    this.particles.clear();
    this.#ripples.clear();
    this.#shakeMs = 0;
    this.#slowMs = 0;
  }

  get #shakePx(): number {
    return (this.#shakeMs / SHAKE_MS) ** 2 * SHAKE_PX;
  }

  #showPop(event: RoundEvent, particleShare: number): void {
    const seen = this.#drawnBubbles.find(event.bubbleId);
    const x = seen?.x ?? event.xPx;
    const y = seen?.y ?? event.yPx;
    const { radiusPx, isBoss, combo } = event;
    if (!this.#scene.reducedMotion) {
      const count = Math.round((isBoss ? PARTICLES_PER_BOSS : PARTICLES_PER_POP) * particleShare);
      this.particles.burst(x, y, radiusPx, colourOf(event), count);
      this.#ripples.start(x, y, radiusPx * 0.95, radiusPx * 1.42, 0.5, 300);
      if (isBoss) {
        this.#ripples.start(x, y, radiusPx * 0.9, radiusPx * 2.7, 0.55, 560);
        this.#shakeMs = SHAKE_MS;
        this.#slowMs = SLOW_MS;
      }
    }
    this.#showPoints(event.points, x, y, isBoss ? 46 : 27);
    if (combo < 2) return;
    const sizePx = readable(21, 13, this.#scene.cssScale);
    const style = { sizePx, lastsMs: COMBO_COUNT_MS, risePx: 0, isShaded: false };
    this.#captions.show(COMBO_COUNT, this.#skin.comboCount(combo), this.#atlas.accent, x, y + sizePx * 1.35, style);
  }

  #showHit(event: RoundEvent, particleShare: number): void {
    this.#flashId = event.bubbleId;
    this.#flashMs = FLASH_MS;
    if (!this.#scene.reducedMotion) this.particles.burst(event.xPx, event.yPx, 14, BOSS, Math.round(5 * particleShare));
    // Above the boss: its number has to stay readable.
    const seen = this.#drawnBubbles.find(event.bubbleId);
    const y = seen === null ? event.yPx - 24 : seen.y - seen.radiusPx * 0.78;
    // Quick hits show side by side, not one on the other.
    this.#showPoints(event.points, (seen?.x ?? event.xPx) + ((this.#nextPoints % 3) - 1) * 46, y, 24);
    this.#captions.dismiss(COMBO_COUNT);
  }

  #showMiss(event: RoundEvent): void {
    const isStill = this.#scene.reducedMotion;
    this.#ripples.start(event.xPx, event.yPx, isStill ? 20 : 6, isStill ? 20 : 34, 0.85, 380);
    this.#captions.dismiss(COMBO_COUNT);
  }

  #showPoints(points: number, x: number, y: number, fieldPx: number): void {
    this.#eyeX = x;
    this.#eyeY = y;
    if (points === 0) return;
    const place = this.#nextPoints;
    this.#nextPoints = place + 1 < CAPTIONS ? place + 1 : FIRST_POINTS;
    const style = {
      sizePx: readable(fieldPx, 15, this.#scene.cssScale),
      lastsMs: POINTS_MS,
      risePx: 44,
      isShaded: false,
    };
    this.#captions.show(place, `+${points}`, this.#atlas.text, x, y, style);
  }

  /** Shows a message in the one place for messages, above where the eye is. A milestone stays for a moment when a combo follows it. */
  #showMessage(event: RoundEvent): void {
    const message = eventMessage(event, this.#skin);
    if (message === null) return;
    const isMilestone = event.type === 'milestone';
    if (isMilestone) this.#milestoneMs = MILESTONE_MS;
    else if (this.#milestoneMs > 0) return;
    const sizePx = readable(34, 17, this.#scene.cssScale);
    const font = isMilestone ? this.#atlas.accent : this.#atlas.text;
    const y = Math.max(this.#eyeY - 78, sizePx * (LINE + 1));
    const style = { sizePx, lastsMs: MESSAGE_MS, risePx: 0, isShaded: true };
    this.#captions.show(MESSAGE, message, font, this.#eyeX, y, style);
  }
}
