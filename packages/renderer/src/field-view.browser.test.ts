import { createBubble, crossChain, freePlay, type Bubble, type Round } from '@popfray/engine';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createTestField,
  CROWDED,
  eventOf,
  lettered,
  ONE_BOSS,
  roundOf,
  type Pixel,
  type TestField,
} from './field.fixture.ts';
import type { FieldViewOptions } from './field-view.ts';
import { HEALTH_RING } from './texture-sizes.ts';
import { TRON_SKIN, type Skin } from './skin.ts';

let field: TestField | null = null;
let drawnBy: 'webgl' | 'canvas';
afterEach(() => {
  field?.end();
  field = null;
});

async function setUp(options?: FieldViewOptions): Promise<TestField> {
  field = await createTestField(options, { preference: [drawnBy] });
  return field;
}

const bubblesOf = (round: Round): Bubble[] =>
  Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));

const isClear = (pixel: Pixel): boolean => pixel[3] < 8;
const distance = (a: Pixel, b: Pixel): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** A point of the field that no bubble is near. */
function emptyPoint(round: Round): { x: number; y: number } {
  const bubbles = bubblesOf(round);
  for (let x = 20; x < 800; x += 20) {
    for (let y = 20; y < 600; y += 20) {
      if (bubbles.every(({ xPx, yPx, radiusPx }) => Math.hypot(xPx - x, yPx - y) > radiusPx * 1.5)) return { x, y };
    }
  }
  throw new Error('The field is full');
}

/** Draw calls that any WebGL context has been given: counted below Pixi and below the view, which keeps a separate count. */
let glDrawCalls = 0;
beforeAll(() => {
  const { prototype } = WebGL2RenderingContext;
  const { drawArrays, drawElements, drawArraysInstanced, drawElementsInstanced } = prototype;
  Object.assign(prototype, {
    drawArrays(this: WebGL2RenderingContext, ...args: Parameters<typeof drawArrays>) {
      glDrawCalls++;
      drawArrays.apply(this, args);
    },
    drawElements(this: WebGL2RenderingContext, ...args: Parameters<typeof drawElements>) {
      glDrawCalls++;
      drawElements.apply(this, args);
    },
    drawArraysInstanced(this: WebGL2RenderingContext, ...args: Parameters<typeof drawArraysInstanced>) {
      glDrawCalls++;
      drawArraysInstanced.apply(this, args);
    },
    drawElementsInstanced(this: WebGL2RenderingContext, ...args: Parameters<typeof drawElementsInstanced>) {
      glDrawCalls++;
      drawElementsInstanced.apply(this, args);
    },
  });
});

describe.each(['webgl', 'canvas'] as const)('drawn by %s', (renderer) => {
  beforeEach(() => {
    drawnBy = renderer;
  });

  describe('drawing', () => {
    test('bubbles are where the round says they are, and nowhere else', async () => {
      const { frame, pixel } = await setUp();
      const round = roundOf(CROWDED, 3_000);
      frame(round);
      expect(round.count).toBe(20);
      expect(bubblesOf(round).filter(({ xPx, yPx }) => isClear(pixel(xPx, yPx)))).toEqual([]);
      const { x, y } = emptyPoint(round);
      expect(pixel(x, y)).toEqual([0, 0, 0, 0]);
      round.advanceTo(4_000);
      frame(round);
      expect(bubblesOf(round).filter(({ xPx, yPx }) => isClear(pixel(xPx, yPx)))).toEqual([]);
    });

    test('a bubble is as large as its hit area: glass inside the radius, a fading glow outside', async () => {
      const { frame, pixel } = await setUp({ reducedMotion: true });
      const round = roundOf({ ...freePlay, spawnCount: 1 }, 2_000);
      const [bubble] = bubblesOf(round);
      frame(round);
      const { xPx = 0, yPx = 0, radiusPx = 0 } = bubble ?? {};
      expect(pixel(xPx + radiusPx - 2, yPx)[3]).toBeGreaterThan(200);
      expect(pixel(xPx + radiusPx + 2, yPx)[3]).toBeLessThan(120);
      expect(isClear(pixel(xPx + radiusPx * 1.3, yPx))).toBe(true);
    });

    test.runIf(renderer === 'webgl')('twenty bubbles, particles, points and messages are one draw call', async () => {
      const { view, frame } = await setUp();
      const round = roundOf(CROWDED, 3_000);
      frame(round);
      for (let pop = 0; pop < 5; pop++) {
        view.show(eventOf({ type: 'pop', xPx: 100 + pop * 120, colour: pop, points: 33, combo: pop + 2 }));
      }
      view.show(eventOf({ type: 'combo', value: 1 }));
      view.show(eventOf({ type: 'milestone', value: 1_500 }));
      view.show(eventOf({ type: 'miss' }));
      view.setTarget(bubblesOf(round)[0]?.id ?? -1);
      const before = glDrawCalls;
      frame(round);
      expect(glDrawCalls - before).toBe(1);
      expect(view.stats()).toMatchObject({ renderer: 'webgl', drawCalls: 1, particles: 60, quality: 1 });
    });

    test('a new bubble grows in', async () => {
      const { frame, pixel } = await setUp();
      const rules = { ...freePlay, spawnCount: 1, firstSpawnMs: 1_000 };
      const round = roundOf(rules, 1_000);
      const edgeOf = (): Pixel => {
        const [bubble] = bubblesOf(round);
        const { xPx = 0, yPx = 0, radiusPx = 0 } = bubble ?? {};
        frame(round);
        return pixel(xPx + radiusPx * 0.94, yPx);
      };
      expect(isClear(edgeOf())).toBe(true);
      round.advanceTo(1_200);
      expect(isClear(edgeOf())).toBe(false);
    });

    test('the ring of a boss has a segment for each click it still takes', async () => {
      const { frame, pixel } = await setUp({ reducedMotion: true });
      const round = roundOf(ONE_BOSS, 6_000);
      const boss = bubblesOf(round)[0] ?? createBubble();
      const litSegments = (): number => {
        const { xPx, yPx, radiusPx, fullHealth } = bubblesOf(round)[0] ?? createBubble();
        frame(round);
        let lit = 0;
        for (let segment = 0; segment < fullHealth; segment++) {
          const angle = ((segment + 0.5) / fullHealth) * 2 * Math.PI - Math.PI / 2;
          const ring = radiusPx * HEALTH_RING;
          if (pixel(xPx + Math.cos(angle) * ring, yPx + Math.sin(angle) * ring)[0] > 180) lit++;
        }
        return lit;
      };
      expect(boss).toMatchObject({ isBoss: true, health: 15, fullHealth: 15 });
      expect(boss.yPx).toBeLessThan(480);
      expect(litSegments()).toBe(15);
      for (let hits = 1; hits <= 4; hits++) {
        round.advanceTo(round.timeMs + 100);
        const { xPx, yPx } = bubblesOf(round)[0] ?? boss;
        expect(round.pop(xPx, yPx)).toBe('hit');
        expect(litSegments()).toBe(15 - hits);
      }
    });

    test('bubbles of the two chains carry different marks', async () => {
      const { frame, pixels } = await setUp({ reducedMotion: true });
      const round = roundOf({ ...crossChain, boss: null, radiusPx: { min: 60, max: 60 } }, 9_000, 'chains');
      frame(round);
      const whiteness = ({ xPx, yPx }: Bubble): number =>
        pixels(xPx - 20, yPx - 40, 40, 50).filter(([red, green, blue]) => Math.min(red, green, blue) > 225).length;
      const inside = bubblesOf(round).filter(({ yPx }) => yPx > 70 && yPx < 530);
      const foreign = inside.find(({ isForeign }) => isForeign) ?? createBubble();
      const home = inside.find(({ isForeign, colour }) => !isForeign && colour !== 2 && colour !== 4) ?? createBubble();
      expect(whiteness(foreign)).toBeGreaterThan(whiteness(home) + 80);
    });
  });

  describe('events', () => {
    test('a pop bursts where the bubble was seen, and shows its points', async () => {
      const { view, frame, pixel } = await setUp();
      const round = roundOf(CROWDED, 3_000);
      frame(round);
      round.pop(bubblesOf(round)[19]?.xPx ?? 0, bubblesOf(round)[19]?.yPx ?? 0);
      const types: string[] = [];
      round.takeEvents((event) => {
        if (event.type !== 'spawn') types.push(event.type);
        view.show(event);
      });
      frame(round);
      expect(types).toContain('pop');
      expect(view.stats().particles).toBe(12);
      expect(pixel(0, 0)).toEqual([0, 0, 0, 0]);
      for (let ms = 0; ms < 640; ms += 16) frame(round);
      expect(view.stats().particles).toBe(0);
    });

    test.each([
      ['milestone', 500],
      ['combo', 5],
    ] as const)('a %s message shows for three seconds and no longer', async (type, value) => {
      const { view, frame, pixels } = await setUp();
      const round = roundOf(freePlay, 0);
      const lettersAt = (): number => lettered(pixels(100, 150, 600, 100));
      frame(round);
      expect(lettersAt()).toBe(0);
      view.show(eventOf({ type, value }));
      frame(round, 200);
      expect(lettersAt()).toBeGreaterThan(1_000);
      frame(round, 2_400);
      expect(lettersAt()).toBeGreaterThan(1_000);
      frame(round, 400);
      expect(lettersAt()).toBe(0);
    });

    test('messages share one place: a combo waits for a milestone, and a later message replaces an earlier one', async () => {
      const { view, frame, pixels } = await setUp();
      const round = roundOf(freePlay, 0);
      const letters = (): number => {
        frame(round, 200);
        // A 2D canvas keeps a caption from the second frame on, at whole pixels.
        frame(round, 0);
        return lettered(pixels(0, 0, 800, 600));
      };
      view.show(eventOf({ type: 'milestone', value: 500 }));
      const milestone = letters();
      view.show(eventOf({ type: 'combo', value: 1 }));
      expect(letters()).toBe(milestone);
      view.clear();
      view.show(eventOf({ type: 'combo', value: 1 }));
      const combo = letters();
      expect(combo).not.toBe(milestone);
      view.show(eventOf({ type: 'milestone', value: 500 }));
      expect(letters()).toBe(milestone);
      frame(round, 1_600);
      view.show(eventOf({ type: 'combo', value: 1 }));
      expect(letters()).toBe(combo);
    });

    test('a message is opaque, and fades at its end', async () => {
      const { view, frame, pixels } = await setUp();
      const round = roundOf(freePlay, 0);
      const opacityAfter = (ms: number): number => {
        frame(round, ms);
        frame(round, 0);
        return pixels(0, 0, 800, 600).reduce((most, [, , , opacity]) => Math.max(most, opacity), 0);
      };
      view.show(eventOf({ type: 'milestone', value: 500 }));
      expect(opacityAfter(200)).toBeGreaterThan(250);
      const fading = opacityAfter(2_700);
      expect(fading).toBeGreaterThan(60);
      expect(fading).toBeLessThan(160);
      expect(opacityAfter(100)).toBe(0);
    });

    test('no text is left on the field when the round ends', async () => {
      const { view, frame, pixels } = await setUp({ reducedMotion: true });
      const round = roundOf(freePlay, 0);
      view.show(eventOf({ type: 'pop', points: 888, combo: 7 }));
      view.show(eventOf({ type: 'milestone', value: 500 }));
      frame(round, 100);
      expect(lettered(pixels(0, 0, 800, 600))).toBeGreaterThan(300);
      view.show(eventOf({ type: 'end', value: 888 }));
      frame(round, 16);
      expect(lettered(pixels(0, 0, 800, 600))).toBe(0);
    });

    test.runIf(renderer === 'webgl')(
      'a boss going down shakes the field by no more than 4 px, for a moment',
      async () => {
        const { app, view, frame } = await setUp();
        const round = roundOf(freePlay, 0);
        view.show(eventOf({ type: 'pop', isBoss: true, radiusPx: 90, points: 150, combo: 1 }));
        let most = 0;
        for (let ms = 0; ms < 320; ms += 16) {
          frame(round);
          const { x, y } = app.stage.children[0]?.position ?? { x: 0, y: 0 };
          most = Math.max(most, Math.abs(x), Math.abs(y));
        }
        expect(most).toBeGreaterThan(1);
        expect(most).toBeLessThanOrEqual(4);
        frame(round, 100);
        expect(app.stage.children[0]?.position.x).toBeCloseTo(0);
      },
    );

    test('the pieces of a boss move slowly at first, and not those of a bubble', async () => {
      const { view, frame } = await setUp();
      const round = roundOf(freePlay, 0);
      const leftAfter = (isBoss: boolean): number => {
        view.clear();
        view.show(eventOf({ type: 'pop', isBoss, radiusPx: 40, points: 10, combo: 1 }));
        for (let ms = 0; ms < 700; ms += 20) frame(round, 20);
        return view.stats().particles;
      };
      expect(leftAfter(false)).toBe(0);
      expect(leftAfter(true)).toBeGreaterThan(0);
      for (let ms = 0; ms < 700; ms += 20) frame(round, 20);
      expect(view.stats().particles).toBe(0);
    });

    test('clear forgets particles, texts and the target', async () => {
      const { view, frame, pixel } = await setUp();
      const round = roundOf(CROWDED, 3_000);
      view.setTarget(bubblesOf(round)[0]?.id ?? -1);
      view.show(eventOf({ type: 'pop', points: 33, combo: 7 }));
      frame(round, 100);
      view.clear();
      expect(view.stats().particles).toBe(0);
      expect(view.target).toBe(-1);
      frame(roundOf(freePlay, 0));
      expect(pixel(400, 300)).toEqual([0, 0, 0, 0]);
    });
  });

  describe('reduced motion', () => {
    test('has no particles and no shake, but shows points', async () => {
      const { app, view, frame, pixels } = await setUp({ reducedMotion: true });
      const round = roundOf(freePlay, 0);
      view.show(eventOf({ type: 'pop', isBoss: true, radiusPx: 90, points: 888, combo: 1 }));
      frame(round, 200);
      expect(view.stats().particles).toBe(0);
      if (renderer === 'webgl') expect(app.stage.children[0]?.position).toMatchObject({ x: 0, y: 0 });
      expect(lettered(pixels(330, 280, 140, 40))).toBeGreaterThan(300);
    });

    test('ends what moves when it is switched on', async () => {
      const { view, frame } = await setUp();
      const round = roundOf(freePlay, 0);
      view.show(eventOf({ type: 'pop', points: 33, combo: 1 }));
      frame(round);
      expect(view.stats().particles).toBe(12);
      view.setReducedMotion(true);
      expect(view.stats().particles).toBe(0);
    });
  });

  describe('the keyboard target', () => {
    test('is ringed, and forgotten once its bubble is gone', async () => {
      const { view, frame, pixel } = await setUp({ reducedMotion: true });
      const round = roundOf({ ...freePlay, spawnCount: 1 }, 1_500);
      const { id, xPx, yPx, radiusPx } = bubblesOf(round)[0] ?? createBubble();
      const ringed = (): boolean => {
        const inwards = xPx < 400 ? 1 : -1;
        for (let out = 1.2; out < 1.5; out += 0.01) {
          if (pixel(xPx + inwards * radiusPx * out, yPx)[0] > 130) return true;
        }
        return false;
      };
      frame(round);
      expect(ringed()).toBe(false);
      view.setTarget(id);
      frame(round);
      expect(view.target).toBe(id);
      expect(ringed()).toBe(true);
      round.pop(xPx, yPx);
      frame(round);
      expect(view.target).toBe(-1);
    });
  });

  describe('the keyboard cursor', () => {
    test('is drawn where its place is moved to, and cleared', async () => {
      const { view, frame, pixel } = await setUp({ reducedMotion: true });
      const round = roundOf(freePlay, 0);
      const place = { xPx: 200, yPx: 150 };
      view.setCursor(place);
      frame(round);
      expect(pixel(200, 150)[3]).toBeGreaterThan(150);
      place.xPx = 600;
      frame(round);
      expect(isClear(pixel(200, 150))).toBe(true);
      expect(pixel(600, 150)[3]).toBeGreaterThan(150);
      expect(view.stats().drawCalls).toBe(renderer === 'webgl' ? 1 : 0);
      view.clear();
      expect(view.cursor).toBeNull();
      frame(round);
      expect(isClear(pixel(600, 150))).toBe(true);
    });
  });

  describe('the viewport', () => {
    test('maps client coordinates to the field at any size and place', async () => {
      const { host, view } = await setUp();
      host.style.position = 'absolute';
      host.style.left = '30px';
      host.style.top = '50px';
      host.style.width = '400px';
      host.style.height = '300px';
      expect(view.toFieldX(30)).toBeCloseTo(0);
      expect(view.toFieldX(230)).toBeCloseTo(400);
      expect(view.toFieldY(350)).toBeCloseTo(600);
    });

    test('follows the canvas to another size', async () => {
      const { app, host } = await setUp();
      host.style.width = '400px';
      host.style.height = '300px';
      await expect.poll(() => app.canvas.width).toBe(400);
      expect(app.screen.width).toBe(800);
    });

    test('gives up resolution when frames are late, and the canvas keeps its place', async () => {
      const { app, view } = await setUp();
      const round = roundOf(CROWDED, 3_000);
      const full = app.canvas.width;
      for (let frame = 0; frame < 60; frame++) view.draw(round, 50);
      expect(app.canvas.width).toBeLessThan(full);
      expect(app.canvas.clientWidth).toBe(800);
      expect(app.screen.width).toBe(800);
      expect(view.stats().quality).toBeLessThan(1);
    });
  });

  describe('a skin', () => {
    /** Another chain's look and words, in another script. */
    const HARBOUR: Skin = {
      ...TRON_SKIN,
      name: 'Harbour',
      colours: ['#FFFFFF', '#FFFFFF', '#FFFFFF', '#FFFFFF', '#FFFFFF', '#FFFFFF', '#FFFFFF'],
      boss: { colour: '#00C2A8' },
      home: TRON_SKIN.foreign,
      foreign: { colour: '#FF4757', mark: TRON_SKIN.home.mark },
      field: { middle: '#0A1F2E', corners: '#04101A' },
      comboMessages: ['連勝！'],
      milestoneMessage: (points) => `${points} 點！`,
      comboCount: (combo) => `連擊 ${combo}`,
    };

    test('changes the whole look during a round', async () => {
      const { app, view, frame, pixel } = await setUp({ reducedMotion: true });
      const round = roundOf({ ...freePlay, spawnCount: 1 }, 2_000);
      const { xPx, yPx, radiusPx } = bubblesOf(round)[0] ?? createBubble();
      frame(round);
      const before = pixel(xPx + radiusPx * 0.9, yPx);
      const background = app.canvas.style.background;
      view.setSkin(HARBOUR);
      frame(round);
      expect(distance(pixel(xPx + radiusPx * 0.9, yPx), before)).toBeGreaterThan(60);
      expect(app.canvas.style.background).not.toBe(background);
      expect(view.stats().drawCalls).toBe(renderer === 'webgl' ? 1 : 0);
    });

    test('is painted again only when it looks different or writes other texts', async () => {
      const { view } = await setUp({ reducedMotion: true });
      const create = vi.spyOn(document, 'createElement');
      // A 2D canvas is drawn from the atlas at three sizes.
      const canvases = renderer === 'webgl' ? 1 : 3;
      const paintings = (): number => create.mock.calls.filter(([name]) => name === 'canvas').length;
      try {
        const same: Skin = { ...TRON_SKIN, comboCount: (combo) => TRON_SKIN.comboCount(combo) };
        view.setSkin(same);
        expect(paintings()).toBe(0);
        view.setSkin({ ...same, text: '#FFFFF0' });
        expect(paintings()).toBe(canvases);
        view.setSkin({ ...same, text: '#FFFFF0', milestoneMessage: (points) => `${points} Zähler!` });
        expect(paintings()).toBe(2 * canvases);
      } finally {
        create.mockRestore();
      }
      // The functions of the new skin write the texts, although its letters were there.
      const comboCount = vi.fn<Skin['comboCount']>(TRON_SKIN.comboCount);
      view.setSkin(TRON_SKIN);
      view.setSkin({ ...TRON_SKIN, comboCount });
      view.show(eventOf({ type: 'pop', combo: 3 }));
      expect(comboCount).toHaveBeenCalledWith(3);
    });

    test('may speak any script', async () => {
      const { view, frame, pixels } = await setUp({ skin: HARBOUR, reducedMotion: true });
      const round = roundOf(freePlay, 0);
      view.show(eventOf({ type: 'combo', value: 3 }));
      frame(round, 300);
      expect(lettered(pixels(300, 190, 200, 70))).toBeGreaterThan(300);
    });
  });
});
