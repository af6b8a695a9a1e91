import { createStore } from 'zustand/vanilla';
import { changeSettings, settings } from '../../data/settings/settings.ts';
import { deviceApi, type DeviceDetector, type DeviceTranslator, type LanguagePair } from './device-api.ts';

/** Maximum number of translators in memory. The least recently used one is released first. */
const MAX_TRANSLATORS = 4;

/** State of the translation models that the chat needs. */
export interface DeviceModels {
  /** Language pairs whose model has to be downloaded. */
  readonly wanted: readonly LanguagePair[];
  /** Whether the language detector has to be downloaded. */
  readonly needsDetector: boolean;
  /** Progress of the download, 0 to 1; null without a download. */
  readonly progress: number | null;
  /** Whether the last download failed. */
  readonly hasFailed: boolean;
  /** Number of downloads so far: after each, untranslated messages are tried again. */
  readonly downloads: number;
}

const NONE: DeviceModels = { wanted: [], needsDetector: false, progress: null, hasFailed: false, downloads: 0 };

export const deviceModels = createStore<DeviceModels>(() => NONE);

const translators = new Map<string, Promise<DeviceTranslator>>();
let detector: Promise<DeviceDetector> | null = null;
let download: AbortController | null = null;

const keyOf = ({ sourceLanguage, targetLanguage }: LanguagePair): string => `${sourceLanguage} ${targetLanguage}`;

/** Whether the reader's browser may translate chat. */
export const usesDevice = (): boolean => deviceApi() !== null && settings.getState().deviceTranslation !== 'off';

/** The translator of a pair if its model is available; otherwise null, and a download is offered if possible. */
export async function findTranslator(pair: LanguagePair): Promise<DeviceTranslator | null> {
  const api = deviceApi();
  if (api === null) return null;
  const held = translators.get(keyOf(pair));
  if (held !== undefined) return cacheTranslator(pair, held);
  const availability = await api.Translator.availability(pair);
  if (availability === 'available') return cacheTranslator(pair, api.Translator.create(pair));
  if (availability !== 'unavailable') requestModel(pair);
  return null;
}

/** The language detector if its model is available. */
export async function findDetector(): Promise<DeviceDetector | null> {
  const api = deviceApi();
  if (api === null) return null;
  if (detector !== null) return detector;
  const availability = await api.LanguageDetector.availability();
  if (availability === 'available') return cacheDetector(api.LanguageDetector.create());
  deviceModels.setState({ needsDetector: availability !== 'unavailable' });
  return null;
}

function requestModel(pair: LanguagePair): void {
  const { wanted } = deviceModels.getState();
  if (wanted.some((known) => keyOf(known) === keyOf(pair))) return;
  deviceModels.setState({ wanted: [...wanted, pair] });
  // A reader who has accepted before is not asked again while the browser still accepts an earlier user gesture.
  if (settings.getState().deviceTranslation === 'on' && navigator.userActivation.isActive)
    void downloadModels(pair.targetLanguage);
}

/** Caches a translator as the most recently used one. A failed creation is removed from the cache, so that it is retried. */
function cacheTranslator(pair: LanguagePair, created: Promise<DeviceTranslator>): Promise<DeviceTranslator> {
  const key = keyOf(pair);
  translators.delete(key);
  translators.set(key, created);
  created.catch(() => translators.get(key) === created && translators.delete(key));
  for (const [oldest, held] of translators) {
    if (translators.size <= MAX_TRANSLATORS) break;
    translators.delete(oldest);
    release(held);
  }
  return created;
}

function cacheDetector(created: Promise<DeviceDetector>): Promise<DeviceDetector> {
  detector = created;
  created.catch(() => {
    if (detector === created) detector = null;
  });
  return created;
}

const release = (held: Promise<{ destroy(): void }>): void =>
  void held.then((model) => model.destroy()).catch(() => undefined);

/**
 * Downloads the models that are needed for a language. Call it in an event handler: the browser requires a user gesture to create a model
 * that it must download. A model that is refused without one is offered again.
 */
export async function downloadModels(targetLanguage: string): Promise<void> {
  const api = deviceApi();
  const { wanted, needsDetector, progress } = deviceModels.getState();
  if (api === null || progress !== null) return;
  changeSettings({ deviceTranslation: 'on' });
  const controller = new AbortController();
  download = controller;
  deviceModels.setState({ progress: 0, hasFailed: false });

  const pairs = wanted.filter((pair) => pair.targetLanguage === targetLanguage);
  const loaded: number[] = Array.from({ length: pairs.length + Number(needsDetector) }, () => 0);
  const optionsAt = (at: number) => ({
    signal: controller.signal,
    monitor: (monitor: Parameters<NonNullable<Parameters<typeof api.LanguageDetector.create>[0]>['monitor'] & {}>[0]) =>
      monitor.addEventListener('downloadprogress', (event) => {
        loaded[at] = event.loaded;
        const share = loaded.reduce((sum, one) => sum + one, 0) / loaded.length;
        if (download === controller) deviceModels.setState({ progress: share });
      }),
  });
  // Request all models before the first await: afterwards the user gesture is no longer valid.
  const created = pairs.map((pair, at) => api.Translator.create({ ...pair, ...optionsAt(at) }));
  const detecting = needsDetector ? [api.LanguageDetector.create(optionsAt(pairs.length))] : [];
  const outcomes = await Promise.allSettled([...created, ...detecting]);

  const [first] = detecting;
  const isDetecting = first !== undefined && outcomes.at(-1)?.status === 'fulfilled';
  if (isDetecting) void cacheDetector(first);
  const ready = pairs.filter((_, at) => outcomes[at]?.status === 'fulfilled');
  for (const [at, pair] of pairs.entries()) {
    const translator = created[at];
    if (translator !== undefined && ready.includes(pair)) void cacheTranslator(pair, translator);
  }
  download = null;
  deviceModels.setState((state) => ({
    wanted: state.wanted.filter((pair) => !ready.includes(pair)),
    needsDetector: state.needsDetector && !isDetecting,
    progress: null,
    hasFailed: outcomes.some(
      ({ status, ...rest }) => status === 'rejected' && isFailure((rest as PromiseRejectedResult).reason),
    ),
    downloads: state.downloads + ready.length + Number(isDetecting),
  }));
}

/** Whether a download failed; false when it was cancelled or needs another user gesture. */
const isFailure = (reason: unknown): boolean =>
  !(reason instanceof DOMException && (reason.name === 'AbortError' || reason.name === 'NotAllowedError'));

/** Cancels the current download. */
export const cancelDownload = (): void => download?.abort();

/** Releases every model. */
export function releaseModels(): void {
  cancelDownload();
  for (const held of translators.values()) release(held);
  translators.clear();
  if (detector !== null) release(detector);
  detector = null;
  deviceModels.setState(NONE);
}

// Switching the setting off also frees the memory.
settings.subscribe(({ deviceTranslation }, before) => {
  if (deviceTranslation === 'off' && before.deviceTranslation !== 'off') releaseModels();
});
