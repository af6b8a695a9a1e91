/**
 * Types of the browser's translator and language detector, as far as chat uses them: Chrome 138 and later.
 * https://developer.mozilla.org/docs/Web/API/Translator_and_Language_Detector_APIs
 */

/** Whether a model can be used. `downloadable` and `downloading` need a user gesture for `create`. */
export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** Progress of `create`: the `loaded` value of `downloadprogress` events is from 0 to 1. */
interface CreateMonitor {
  addEventListener(type: 'downloadprogress', listener: (event: { readonly loaded: number }) => void): void;
}

interface CreateOptions {
  readonly monitor?: (monitor: CreateMonitor) => void;
  readonly signal?: AbortSignal;
}

interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Source and target language, as BCP 47 tags. */
export interface LanguagePair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

export interface DeviceTranslator {
  translate(text: string, options?: CallOptions): Promise<string>;
  destroy(): void;
}

export interface DeviceDetector {
  /** Detected languages, the most likely first; the last may be `und`. */
  detect(
    text: string,
    options?: CallOptions,
  ): Promise<readonly { readonly detectedLanguage?: string; readonly confidence?: number }[]>;
  destroy(): void;
}

/** Both interfaces. Browsers support both or none. */
export interface DeviceApi {
  readonly Translator: {
    availability(pair: LanguagePair): Promise<Availability>;
    create(options: LanguagePair & CreateOptions): Promise<DeviceTranslator>;
  };
  readonly LanguageDetector: {
    availability(): Promise<Availability>;
    create(options?: CreateOptions): Promise<DeviceDetector>;
  };
}

/** The browser's translation API; null when it is not supported. */
export function deviceApi(): DeviceApi | null {
  const { Translator, LanguageDetector } = globalThis as Partial<DeviceApi>;
  return Translator === undefined || LanguageDetector === undefined ? null : { Translator, LanguageDetector };
}
