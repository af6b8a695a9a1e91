import { useLocale } from 'use-intl';

/** Returns names of languages in the reader's language. */
export function useLanguageName(): (code: string) => string {
  const locale = useLocale();
  return (code) => {
    try {
      return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
    } catch {
      // The code is not a language code.
      return code;
    }
  };
}
