import { createStore } from 'zustand/vanilla';
import { changeSettings, settings } from '../settings/settings.ts';
import { deviceApi, type DeviceDetector, type DeviceTranslator, type LanguagePair } from './device-api.ts';

/** Most translators that are held at once: each takes memory of the browser. The one used longest ago is released first. */
const MAX_TRANSLATORS = 4;

/** The models that the reader's chat needs, as the chat panel shows them. */
export interface DeviceModels {
  /** Pairs of languages whose model has to be downloaded first. */
  readonly wanted: readonly LanguagePair[];
  /** Whether the language detector has to be downloaded first. */
  readonly needsDetector: boolean;
  /** Share of the download that is done, 0 to 1; null while there is none. */
  readonly progress: number | null;
  /** Whether the last download failed. */
  readonly hasFailed: boolean;
  /** How many models have become available by a download: what was not translated is worth another try. */
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

/** The translator of a pair, when its model is available; null otherwise, and then a download is offered where one helps. */
export async function findTranslator(pair: LanguagePair): Promise<DeviceTranslator | null> {
  const api = deviceApi();
  if (api === null) return null;
  const held = translators.get(keyOf(pair));
  if (held !== undefined) return holdTranslator(pair, held);
  const availability = await api.Translator.availability(pair);
  if (availability === 'available') return holdTranslator(pair, api.Translator.create(pair));
  if (availability !== 'unavailable') want(pair);
  return null;
}

/** The language detector, when its model is available. */
export async function findDetector(): Promise<DeviceDetector | null> {
  const api = deviceApi();
  if (api === null) return null;
  if (detector !== null) return detector;
  const availability = await api.LanguageDetector.availability();
  if (availability === 'available') return holdDetector(api.LanguageDetector.create());
  deviceModels.setState({ needsDetector: availability !== 'unavailable' });
  return null;
}

function want(pair: LanguagePair): void {
  const { wanted } = deviceModels.getState();
  if (wanted.some((known) => keyOf(known) === keyOf(pair))) return;
  deviceModels.setState({ wanted: [...wanted, pair] });
  // A reader who has accepted before is not asked again, as long as the browser takes an earlier press for this one.
  if (settings.getState().deviceTranslation === 'on' && navigator.userActivation.isActive)
    void downloadModels(pair.targetLanguage);
}

/** Keeps a translator as the newest one; one that cannot be created is forgotten, so that it is tried again. */
function holdTranslator(pair: LanguagePair, created: Promise<DeviceTranslator>): Promise<DeviceTranslator> {
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

function holdDetector(created: Promise<DeviceDetector>): Promise<DeviceDetector> {
  detector = created;
  created.catch(() => {
    if (detector === created) detector = null;
  });
  return created;
}

const release = (held: Promise<{ destroy(): void }>): void =>
  void held.then((model) => model.destroy()).catch(() => undefined);

/**
 * Downloads the models that are wanted for a language. Called while a press is handled: the browser creates a model that it has to
 * download only with a user's activation. A model that it refuses for want of one stays offered.
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
  // Every model is asked for before anything is awaited: afterwards the press no longer counts.
  const created = pairs.map((pair, at) => api.Translator.create({ ...pair, ...optionsAt(at) }));
  const detecting = needsDetector ? [api.LanguageDetector.create(optionsAt(pairs.length))] : [];
  const outcomes = await Promise.allSettled([...created, ...detecting]);

  const [first] = detecting;
  const isDetecting = first !== undefined && outcomes.at(-1)?.status === 'fulfilled';
  if (isDetecting) void holdDetector(first);
  const ready = pairs.filter((_, at) => outcomes[at]?.status === 'fulfilled');
  for (const [at, pair] of pairs.entries()) {
    const translator = created[at];
    if (translator !== undefined && ready.includes(pair)) void holdTranslator(pair, translator);
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

/** Whether a download went wrong, rather than being cancelled or wanting another press. */
const isFailure = (reason: unknown): boolean =>
  !(reason instanceof DOMException && (reason.name === 'AbortError' || reason.name === 'NotAllowedError'));

/** Ends the download that runs. */
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

// A reader who has switched it off wants the memory back too.
settings.subscribe(({ deviceTranslation }, before) => {
  if (deviceTranslation === 'off' && before.deviceTranslation !== 'off') releaseModels();
});
