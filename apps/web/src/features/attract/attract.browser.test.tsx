import { freePlay, makeReplayText } from '@popfray/engine';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { changeSettings } from '../../data/settings/settings.ts';
import { openAnswers } from '../../testing/answers.ts';
import { playReplay } from '../../testing/replays.ts';
import { show } from '../../testing/show.tsx';
import { featuredRounds } from '../watch/featured-rounds.ts';
import { AttractReplay } from './AttractReplay.tsx';
import { loadDemo } from './demo-replay.ts';
import { ReplayScene } from './ReplayScene.tsx';

const fast = async (): Promise<boolean> => Promise.resolve(true);
const slow = async (): Promise<boolean> => Promise.resolve(false);

const canvas = () => document.querySelector<HTMLCanvasElement>('[data-attract]');

/** Whether anything is drawn. */
function isDrawn(): boolean {
  const element = canvas();
  const data = element?.getContext('2d')?.getImageData(0, 0, element.width, element.height).data;
  return data?.some((value) => value > 0) === true;
}

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  changeSettings({ motion: 'system' });
  featuredRounds.store.setState(featuredRounds.store.getInitialState(), true);
});

async function open(deviceTest: () => Promise<boolean>, onPop = vi.fn<() => void>()) {
  openAnswers({ '/api/featured-rounds': [] });
  await show(
    <div className="relative h-150 w-200">
      <AttractReplay className="absolute inset-0 size-full" deviceTest={deviceTest} onPop={onPop} />
    </div>,
    '/',
  );
  return onPop;
}

/** Opens the scene itself, which stays where it is on a machine that is too busy to draw it often. */
async function openScene(onPop = vi.fn<() => void>()) {
  openAnswers({ '/api/featured-rounds': [] });
  await show(
    <div style={{ position: 'relative', width: 800, height: 600 }}>
      <ReplayScene className="absolute inset-0 size-full" onPop={onPop} onSlow={() => undefined} />
    </div>,
    '/',
  );
  return onPop;
}

describe('the replay that invites to play', () => {
  test('is shown on a fast device', async () => {
    await open(fast);
    await expect.poll(canvas).not.toBeNull();
  });

  test('is drawn, and a click on a bubble starts a round', async () => {
    const onPop = await openScene();
    await expect.poll(isDrawn).toBe(true);
    const element = canvas();
    const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {};
    /** Clicks densely all over the scene until a bubble was hit. At times the field of a good player is empty. */
    const clickEverywhere = (): number => {
      for (let y = 2; y < 600 && onPop.mock.calls.length === 0; y += 5)
        for (let x = 2; x < 800 && onPop.mock.calls.length === 0; x += 5)
          element?.dispatchEvent(new MouseEvent('click', { clientX: left + x, clientY: top + y, bubbles: true }));
      return onPop.mock.calls.length;
    };
    await expect.poll(clickEverywhere).toBe(1);
  });

  test('is not there on a slow device, nor with reduced motion', async () => {
    await open(slow);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(canvas()).toBeNull();
    await cleanup();
    changeSettings({ motion: 'reduced' });
    const measure = vi.fn<() => Promise<boolean>>(fast);
    await open(measure);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(canvas()).toBeNull();
    expect(measure).not.toHaveBeenCalled();
  });

  test('stands still while it is out of view', async () => {
    await openScene();
    await expect.poll(isDrawn).toBe(true);
    const element = canvas();
    if (element !== null) element.style.display = 'none';
    const draw = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage');
    const countDraws = async (frames: number): Promise<number> => {
      draw.mockClear();
      for (let frame = 0; frame < frames; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return draw.mock.calls.length;
    };
    await expect.poll(async () => countDraws(3)).toBe(0);
    expect(await countDraws(12)).toBe(0);
  });
});

describe('its round', () => {
  test('is the best featured one of the rules', async () => {
    const replay = makeReplayText(playReplay(freePlay, 'FEATURED'));
    openAnswers({
      '/api/featured-rounds': [{ username: 'Ann', mode: 'daily', score: 9, isOfDay: true, replay }],
    });
    expect((await loadDemo(freePlay)).entropy).toBe('FEATURED');
  });

  test('is a bot’s without a server, and for a replay that is none', async () => {
    openAnswers({
      '/api/featured-rounds': [{ username: 'Ann', mode: 'daily', score: 9, isOfDay: true, replay: 'AAAA' }],
    });
    expect((await loadDemo(freePlay)).entropy).toBe('POPFRAY');
    featuredRounds.store.setState(featuredRounds.store.getInitialState(), true);
    openAnswers();
    const { entropy, score } = await loadDemo(null);
    expect(entropy).toBe('POPFRAY');
    expect(score).toBeGreaterThan(0);
  });
});
