import type { Availability, DeviceApi, LanguagePair } from '../features/chat/device-api.ts';

/** A substitute for the browser's translator, which headless Chromium does not have. It follows the standard's rules for `create`. */
export interface DeviceStage {
  /** Availability of a pair's model by `zh en`; `unavailable` if missing. */
  readonly models: Map<string, Availability>;
  detector: Availability;
  /** Translations by text and target language. */
  readonly dictionary: Map<string, string>;
  /** Replaces the behaviour of `translate`: reject, or never settle. */
  trouble: 'rejects' | 'hangs' | null;
  /** Whether a creation that downloads consumes the user activation. */
  consumesActivation: boolean;
  /** Log of the calls, as `create zh en`, `translate zh en`, `destroy zh en`, `detect`. */
  readonly calls: string[];
  /** Downloads in progress. */
  readonly downloads: readonly Download[];
  /** Removes the interfaces. */
  remove(): void;
}

/** A download that a test controls. */
interface Download {
  readonly name: string;
  progress(loaded: number): void;
  finish(): void;
  fail(name: string): void;
}

/** Installs `Translator` and `LanguageDetector` on the page, without downloaded models. */
export function installDeviceTranslation(): DeviceStage {
  const downloads = new Set<Download>();
  const stage = {
    models: new Map<string, Availability>(),
    detector: 'downloadable' as Availability,
    dictionary: new Map<string, string>(),
    trouble: null as DeviceStage['trouble'],
    consumesActivation: false,
    calls: [] as string[],
    get downloads() {
      return [...downloads];
    },
    remove(): void {
      Reflect.deleteProperty(globalThis, 'Translator');
      Reflect.deleteProperty(globalThis, 'LanguageDetector');
    },
  };
  let isActivationUsed = false;
  addEventListener('pointerdown', () => (isActivationUsed = false), { capture: true });

  /** Resolves when a model may be created: at once when it is available, else after its download. */
  async function load(
    name: string,
    availability: Availability,
    { monitor, signal }: NonNullable<Parameters<DeviceApi['LanguageDetector']['create']>[0]>,
    onLoaded: () => void,
  ): Promise<void> {
    signal?.throwIfAborted();
    if (availability === 'unavailable') throw new DOMException('not supported', 'NotSupportedError');
    if (availability === 'available') return;
    if (!navigator.userActivation.isActive || isActivationUsed)
      throw new DOMException('Requires a user gesture when availability is "downloadable".', 'NotAllowedError');
    isActivationUsed = stage.consumesActivation;
    const events = new EventTarget();
    monitor?.({
      addEventListener: (type, listener) => events.addEventListener(type, (event) => listener(event as ProgressEvent)),
    });
    const progress = (loaded: number): void =>
      void events.dispatchEvent(new ProgressEvent('downloadprogress', { lengthComputable: true, loaded, total: 1 }));
    await new Promise<void>((resolve, reject) => {
      const download: Download = {
        name,
        progress,
        finish() {
          downloads.delete(download);
          progress(1);
          onLoaded();
          resolve();
        },
        fail(error) {
          downloads.delete(download);
          reject(new DOMException('failed', error));
        },
      };
      downloads.add(download);
      signal?.addEventListener('abort', () => download.fail('AbortError'));
      progress(0);
    });
  }

  /** Runs a call unless the model was destroyed or the signal aborted. */
  const run = async <Value>(isDestroyed: boolean, signal: AbortSignal | undefined, value: Value): Promise<Value> => {
    if (isDestroyed) throw new DOMException('destroyed', 'InvalidStateError');
    signal?.throwIfAborted();
    if (stage.trouble === 'rejects') throw new DOMException('failed', 'UnknownError');
    if (stage.trouble === 'hangs')
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    return value;
  };

  const nameOf = ({ sourceLanguage, targetLanguage }: LanguagePair): string => `${sourceLanguage} ${targetLanguage}`;
  const Translator: DeviceApi['Translator'] = {
    availability: (pair) => Promise.resolve(stage.models.get(nameOf(pair)) ?? 'unavailable'),
    async create(options) {
      const name = nameOf(options);
      stage.calls.push(`create ${name}`);
      const availability = stage.models.get(name) ?? 'unavailable';
      await load(name, availability, options, () => stage.models.set(name, 'available'));
      let isDestroyed = false;
      return {
        translate(text, { signal } = {}) {
          stage.calls.push(`translate ${name}`);
          return run(isDestroyed, signal, stage.dictionary.get(`${text} ${options.targetLanguage}`) ?? `<${text}>`);
        },
        destroy() {
          stage.calls.push(`destroy ${name}`);
          isDestroyed = true;
        },
      };
    },
  };
  const LanguageDetector: DeviceApi['LanguageDetector'] = {
    availability: () => Promise.resolve(stage.detector),
    async create(options = {}) {
      stage.calls.push('create detector');
      await load('detector', stage.detector, options, () => (stage.detector = 'available'));
      let isDestroyed = false;
      return {
        detect(text, { signal } = {}) {
          stage.calls.push('detect');
          return run(isDestroyed, signal, [
            { detectedLanguage: languageOf(text), confidence: text.length > 6 ? 0.97 : 0.3 },
            { detectedLanguage: 'und', confidence: 0.01 },
          ]);
        },
        destroy: () => void (isDestroyed = true),
      };
    },
  };
  Object.assign(globalThis, { Translator, LanguageDetector });
  return stage;
}

function languageOf(text: string): string {
  if (/\p{Script=Hiragana}/u.test(text)) return 'ja';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  return /\b(ich|nicht|bitte)\b/.test(text) ? 'de' : 'en';
}
