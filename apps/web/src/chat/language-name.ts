import { useLocale } from 'use-intl';

/** Names languages in the reader's own. */
export function useLanguageName(): (code: string) => string {
  const locale = useLocale();
  return (code) => {
    try {
      return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
    } catch {
      // The code is not one of a language.
      return code;
    }
  };
}
