import { isMotionReduced } from '../../data/settings/motion.ts';

/** Frames that are measured, and the longest that the median and the second longest of them may take on a fast device, ms. */
const FRAMES = 30;
const MEDIAN_MS = 20;
const LATE_MS = 34;

/** Longest wait for an idle moment, ms. A page that is busy for longer gets no animation. */
const IDLE_TIMEOUT_MS = 8_000;

/** What the browser tells about the connection. */
interface Connection {
  readonly saveData?: boolean;
}

/** Waits until the page is loaded and idle. */
async function becomeIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve, 1_000);
  });
}

/** Times between frames, ms. */
async function measureFrames(): Promise<number[]> {
  const times: number[] = [];
  let lastMs = await nextFrame();
  while (times.length < FRAMES) {
    const nowMs = await nextFrame();
    times.push(nowMs - lastMs);
    lastMs = nowMs;
  }
  return times;
}

const nextFrame = async (): Promise<number> => new Promise((resolve) => void requestAnimationFrame(resolve));

/** Whether the page may spend time on decoration: when it is idle, motion is not reduced, data is not saved, and frames are on time. */
export async function isDeviceFast(): Promise<boolean> {
  const { connection } = navigator as { readonly connection?: Connection };
  if (isMotionReduced() || connection?.saveData === true) return false;
  await becomeIdle();
  if (document.hidden) return false;
  const times = (await measureFrames()).toSorted((one, other) => one - other);
  return (times[FRAMES / 2] ?? Infinity) <= MEDIAN_MS && (times[FRAMES - 2] ?? Infinity) <= LATE_MS;
}
