import { createBubble, type Bubble, type Round, type Rules } from '@popfray/engine';
import { createRoundStore, type RoundStore } from '@popfray/react';
import type {} from '@vitest/browser-playwright';
import { cdp, userEvent } from 'vitest/browser';

/** A round store whose time is controlled by the test and not by the display. */
export interface HeldRound {
  readonly store: RoundStore;
  /** Advances the round time by a number of ms, synchronously. */
  pass(ms: number): void;
}

/** Longest single step, ms: a longer one would count as sleep and pause the round. */
const STEP_MS = 900;

/** Creates a store whose display time is controlled by the test. */
export function createHeldRound(rules: Rules, seed: string, pausable = true): HeldRound {
  const inner = createRoundStore({ rules, seed, pausable });
  let nowMs = 1_000;
  return {
    // Inherits the inner store's members; only its frames use the controlled time.
    store: Object.create(inner, { frame: { value: () => inner.frame(nowMs) } }) as RoundStore,
    pass(ms) {
      inner.frame(nowMs);
      for (const endMs = nowMs + ms; nowMs < endMs; inner.frame(nowMs)) nowMs = Math.min(nowMs + STEP_MS, endMs);
    },
  };
}

/** A bubble that is completely in the field and overlaps no other. */
export function findLoneBubble(store: RoundStore): Bubble {
  const lone = store.round === null ? null : chooseLoneBubble(store.round);
  if (lone === null) throw new Error('No bubble stands alone.');
  return lone;
}

/** A bubble that is completely in the field and overlaps no other; null while there is none. */
export function chooseLoneBubble(round: Round): Bubble | null {
  const { widthPx, heightPx } = round.rules.field;
  const bubbles = Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));
  const lone = bubbles.find(
    ({ id, xPx, yPx, radiusPx, isBoss }) =>
      !isBoss &&
      Math.min(xPx, widthPx - xPx, yPx, heightPx - yPx) >= radiusPx &&
      bubbles.every(
        (other) => other.id === id || Math.hypot(other.xPx - xPx, other.yPx - yPx) > other.radiusPx + radiusPx,
      ),
  );
  return lone ?? null;
}

/** The canvas of the field. */
export function fieldCanvas(): HTMLCanvasElement {
  const canvas = document.querySelector<HTMLCanvasElement>('.field-canvas canvas');
  if (canvas === null) throw new Error('There is no field.');
  return canvas;
}

/** Clicks a point of the field with the mouse. */
export const clickField = (xPx: number, yPx: number): Promise<void> =>
  userEvent.click(fieldCanvas(), { position: inCanvas(xPx, yPx) });

/**
 * Presses the mouse at a point of the field, where the field is not covered. It takes no time, so that the bubbles of a round that follows the clock
 * are still where the test has seen them.
 */
export function pressField(xPx: number, yPx: number): void {
  const canvas = fieldCanvas();
  const { left, top } = canvas.getBoundingClientRect();
  const { x, y } = inCanvas(xPx, yPx);
  const place = { clientX: left + x, clientY: top + y };
  document
    .elementFromPoint(place.clientX, place.clientY)
    ?.dispatchEvent(new PointerEvent('pointerdown', { ...place, pointerType: 'mouse', bubbles: true }));
}

/** Touches a point of the field with a finger. */
export async function touchField(xPx: number, yPx: number): Promise<void> {
  const canvas = fieldCanvas().getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const { x, y } = inCanvas(xPx, yPx);
  const point = { x: (frame?.left ?? 0) + canvas.left + x, y: (frame?.top ?? 0) + canvas.top + y };
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

function inCanvas(xPx: number, yPx: number): { readonly x: number; readonly y: number } {
  const { clientWidth, clientHeight } = fieldCanvas();
  return { x: (xPx / 800) * clientWidth, y: (yPx / 600) * clientHeight };
}
