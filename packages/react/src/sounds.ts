import type { RoundEvent } from '@popfray/engine';
import type { Howl } from 'howler';
import type { HasSeconds, ShownStore } from './field-store.ts';
import { afterFirstGesture } from './gesture.ts';
import { comboRate, knockRate } from './pitch.ts';
import { POP_SPRITE, type SoundName } from './pop-sprite.ts';
import { soundSettings } from './sound-settings.ts';

/** What `createSounds` takes. */
export interface SoundsOptions {
  /** URLs of the audio sprite; the first that the browser can play counts. The package's own file by default. */
  readonly src?: readonly string[];
}

/** The sounds of a round. Silent, and without any audio context, until the page's first gesture. */
export interface Sounds {
  /** Plays a store's events from now on. Returns the function that stops it. */
  attach(store: ShownStore): () => void;
  /** Stops everything and frees the audio. */
  destroy(): void;
}

/** How many of a sound may be playing at once; one more silences the oldest. */
const VOICES: Readonly<Record<SoundName, number>> = {
  pop: 6,
  hit: 4,
  bossDown: 2,
  miss: 2,
  milestone: 1,
  tick: 1,
  end: 1,
};

/** The last seconds of a round, each of which ticks. */
const TICKING_SECONDS = 3;

/** Loads howler's code. Loading alone creates no audio context and makes no request. */
const loadHowler = async (): Promise<typeof Howl> => (await import('howler')).Howl;

/**
 * Has the browser start its audio service. The first audio context would wait for that, and the page with it: in Chromium for 70 ms in the task of the
 * press that starts a round, and for 10 ms after this. It is a question for the audio devices, which needs no permission, and whose answer is not used.
 */
const startAudioService = async (): Promise<void> => {
  // Pages without TLS have no `mediaDevices`.
  await (navigator as Partial<Navigator>).mediaDevices?.enumerateDevices();
};

/** How long the preparations may wait for an idle moment, ms. A page that draws all the time may have none. */
const IDLE_WAIT_MS = 1_000;

/** Calls `act` when the browser has nothing better to do, so that it costs no frame where that is possible. */
const whenIdle = (act: () => void): void => {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: IDLE_WAIT_MS });
  else setTimeout(act, 200);
};

/**
 * Creates the sounds of a page, as loud as `soundSettings` says. howler's code is loaded, and the browser's audio service started, in an idle moment once a
 * store is attached and the sound is on; the sprite is fetched, and the audio context made, after the first gesture.
 */
export function createSounds(options: SoundsOptions = {}): Sounds {
  const src = options.src ?? [new URL('./pop-sprite.mp3', import.meta.url).href];
  const playing = new Map<SoundName, number[]>();
  let howl: Howl | null = null;
  let stage: 'asleep' | 'gestured' | 'awake' | 'destroyed' = 'asleep';
  let attached = 0;
  let cancelGesture: (() => void) | null = null;

  function wakeWhenWanted(): void {
    if (stage !== 'gestured' || attached === 0 || soundSettings.getState().muted) return;
    stage = 'awake';
    wake().catch(() => {
      // Off line, say. The next store to be attached tries again.
      if (stage === 'awake') stage = 'gestured';
    });
  }

  async function wake(): Promise<void> {
    const HowlerSound = await loadHowler();
    if (stage === 'destroyed') return;
    const sprite = Object.fromEntries(
      Object.entries(POP_SPRITE).map(([name, [startMs, lengthMs]]): [string, [number, number]] => [
        name,
        [startMs, lengthMs],
      ]),
    );
    const { volume, muted } = soundSettings.getState();
    howl = new HowlerSound({ src: [...src], sprite, volume, mute: muted });
    howl.on('end', forget);
  }

  function forget(id: number): void {
    for (const ids of playing.values()) {
      const at = ids.indexOf(id);
      if (at >= 0) ids.splice(at, 1);
    }
  }

  function play(name: SoundName, rate = 1): void {
    // A sound that would be late is not played.
    if (howl?.state() !== 'loaded' || soundSettings.getState().muted) return;
    const ids = playing.get(name) ?? [];
    playing.set(name, ids);
    while (ids.length >= VOICES[name]) howl.stop(ids.shift());
    const id = howl.play(name);
    if (rate !== 1) howl.rate(rate, id);
    ids.push(id);
  }

  function handleEvent(event: RoundEvent): void {
    switch (event.type) {
      case 'pop':
        if (event.isBoss) play('bossDown');
        else play('pop', comboRate(event.combo));
        break;
      case 'hit':
        play('hit', knockRate(event.value));
        break;
      case 'miss':
        play('miss');
        break;
      case 'milestone':
        play('milestone');
        break;
      case 'end':
        play('end');
        break;
      default:
    }
  }

  function countDown({ secondsLeft }: HasSeconds, previous: HasSeconds): void {
    const isOneLess = secondsLeft === previous.secondsLeft - 1;
    if (isOneLess && secondsLeft > 0 && secondsLeft <= TICKING_SECONDS) play('tick');
  }

  const unsubscribe = soundSettings.subscribe(({ muted, volume }) => {
    howl?.mute(muted);
    howl?.volume(volume);
    wakeWhenWanted();
  });

  return {
    attach(store) {
      attached++;
      cancelGesture ??= afterFirstGesture(() => {
        if (stage === 'asleep') stage = 'gestured';
        wakeWhenWanted();
      });
      wakeWhenWanted();
      if (stage === 'asleep' && !soundSettings.getState().muted)
        whenIdle(() => void Promise.all([loadHowler(), startAudioService()]).catch(() => {}));
      const stopListening = store.listen(handleEvent);
      const stopCounting = store.subscribe((state: HasSeconds, previous: HasSeconds) => countDown(state, previous));
      return () => {
        stopListening();
        stopCounting();
        attached--;
      };
    },
    destroy() {
      stage = 'destroyed';
      cancelGesture?.();
      unsubscribe();
      howl?.unload();
      howl = null;
      playing.clear();
    },
  };
}
