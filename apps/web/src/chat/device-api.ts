/**
 * The browser's own translator and language detector, as far as chat uses them: Chrome 138 and later.
 * https://developer.mozilla.org/docs/Web/API/Translator_and_Language_Detector_APIs
 */

/** Whether a model can be used: `downloadable` and `downloading` need a user's press to be created. */
export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** What `create` reports to: `downloadprogress` events, whose `loaded` runs from 0 to 1. */
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

/** A language into another one, as BCP 47 tags. */
export interface LanguagePair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

export interface DeviceTranslator {
  translate(text: string, options?: CallOptions): Promise<string>;
  destroy(): void;
}

export interface DeviceDetector {
  /** The likeliest language first; the last one may be `und`. */
  detect(
    text: string,
    options?: CallOptions,
  ): Promise<readonly { readonly detectedLanguage?: string; readonly confidence?: number }[]>;
  destroy(): void;
}

/** The two interfaces, which are there together. */
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

/** The browser's own translation; null in a browser that has none. */
export function deviceApi(): DeviceApi | null {
  const { Translator, LanguageDetector } = globalThis as Partial<DeviceApi>;
  return Translator === undefined || LanguageDetector === undefined ? null : { Translator, LanguageDetector };
}
