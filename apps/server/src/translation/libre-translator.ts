import { err, ok, type Result } from '@popfray/engine/result';
import type { ChatLanguage } from '@popfray/protocol';
import { z } from 'zod';
import { UNDETERMINED } from './language.ts';
import type { Rendering, Translator, TranslatorError } from '../platform/context/index.ts';

/** Where a LibreTranslate-compatible server is. */
export interface LibreTranslateServer {
  /** Without a last slash. */
  readonly url: string;
  /** Null where it wants none. */
  readonly apiKey: string | null;
}

/** Most bytes of an answer that are read. */
const MAX_BYTES = 64 * 1_024;

/** Longest translation that is taken, in characters: of a text of 2,000. */
const MAX_TEXT = 10_000;

/** The server's names of a language that has several: the usual one first. Other languages have their own tag as the only name. */
const NAMES: Partial<Readonly<Record<ChatLanguage, readonly string[]>>> = { zh: ['zh', 'zh-Hans'] };

/** What we call its languages, where that is not what stands before the hyphen. */
const OURS: ReadonlyMap<string, string> = new Map([
  ['zt', 'zh'],
  ['pb', 'pt'],
]);

const answer = z.object({
  translatedText: z.string().max(MAX_TEXT),
  detectedLanguage: z.object({ language: z.string().max(20) }).optional(),
});

/** Translates by a LibreTranslate-compatible server: `POST /translate`. */
export function createLibreTranslator({ url, apiKey }: LibreTranslateServer): Translator {
  /** Names that the server does not know: it has answered by another one what it refused by these. */
  const unknown = new Set<string>();

  async function ask(text: string, target: string, signal: AbortSignal | undefined): Promise<Response> {
    return fetch(`${url}/translate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ q: text, source: 'auto', target, format: 'text', ...(apiKey && { api_key: apiKey }) }),
      redirect: 'error',
      ...(signal && { signal }),
    });
  }

  async function translate(
    text: string,
    language: ChatLanguage,
    signal: AbortSignal | undefined,
  ): Promise<Result<Rendering, TranslatorError>> {
    const refused: string[] = [];
    for (const name of (NAMES[language] ?? [language]).filter((one) => !unknown.has(one))) {
      const response = await ask(text, name, signal);
      if (response.ok) {
        for (const one of refused) unknown.add(one);
        return readAnswer(await readText(response));
      }
      await response.body?.cancel();
      // It has nothing against us, but against what was asked: the name of the language, or the text.
      if (response.status !== 400) return err('ERR_TRANSLATOR_AWAY');
      refused.push(name);
    }
    return err('ERR_TRANSLATOR_UNABLE');
  }

  return {
    name: 'libretranslate',
    // Every failure of the server becomes a value, because a reader waits for the message.
    translate: (text, language, signal) => translate(text, language, signal).catch(() => err('ERR_TRANSLATOR_AWAY')),
  };
}

function readAnswer(text: string | null): Result<Rendering, TranslatorError> {
  const parsed = answer.safeParse(text === null ? undefined : JSON.parse(text));
  if (!parsed.success || parsed.data.translatedText.trim() === '') return err('ERR_TRANSLATOR_AWAY');
  const { translatedText, detectedLanguage } = parsed.data;
  return ok({ text: translatedText, detectedLanguage: nameOf(detectedLanguage?.language ?? '') });
}

/** A language as we call it: `zh` for `zh-Hans`; `und` for what is no name of one. */
function nameOf(theirs: string): string {
  const [name = ''] = theirs.toLowerCase().split('-');
  return /^[a-z]{2,3}$/.test(name) ? (OURS.get(name) ?? name) : UNDETERMINED;
}

/** The text of an answer; null when it is too long. */
async function readText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
