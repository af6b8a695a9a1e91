import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, PAGE_LANGUAGES } from '../../data/messages/language.ts';
import { texts } from '../../data/messages/texts.ts';
import { Icon } from '../../ui/Icon.tsx';
import { chooseLanguage, languageChoice } from '../../data/settings/language-choice.ts';

/** Language menu: a native `select`, for the best keyboard and screen reader support. */
export function LanguageMenu({
  hasName = true,
  className = '',
}: {
  /** Whether the name of the language is shown beside the globe. */
  readonly hasName?: boolean;
  readonly className?: string;
}): ReactElement {
  const t = useTranslations('language');
  const language = useStore(texts, (state) => state.language);
  const awaited = useStore(languageChoice, (state) => state.awaited);
  const shown = awaited ?? language;
  return (
    <span
      aria-busy={awaited !== null}
      className={`action action-bare relative hover:text-text [&:has(select:focus-visible)]:outline-2 [&:has(select:focus-visible)]:outline-text ${hasName ? '' : 'action-icon'} ${className}`}
    >
      <Icon name="globe" />
      {hasName && (
        <span aria-hidden="true" lang={PAGE_LANGUAGES[shown]} className="whitespace-nowrap">
          {LANGUAGE_NAMES[shown]}
        </span>
      )}
      <select
        className="absolute inset-0 w-full min-w-0 cursor-pointer opacity-0 [&_option]:bg-raised [&_option]:text-text"
        aria-label={awaited === null ? t('label') : t('loading')}
        value={shown}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isLanguage(value)) void chooseLanguage(value);
        }}
      >
        {LANGUAGES.map((known) => (
          <option key={known} value={known} lang={PAGE_LANGUAGES[known]}>
            {LANGUAGE_NAMES[known]}
          </option>
        ))}
      </select>
    </span>
  );
}
