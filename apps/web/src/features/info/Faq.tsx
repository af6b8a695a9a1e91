import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { FACTS } from './facts.ts';
import { FAQ_CATEGORIES, FAQ_ENTRIES, type FaqCategory } from './faq-entries.ts';
import { FaqEntry, type Answered } from './FaqEntry.tsx';
import { anchorOf, InfoPage, SeeAlso } from './InfoPage.tsx';
import { matches } from './search.ts';
import { PROSE } from './looks.ts';

/** Nineteen questions with search, filters and links. */
export function Faq(): ReactElement {
  const t = useTranslations('faq');
  const link = useTranslations('info.link');
  return (
    <InfoPage screen={t('screen')} title={t('title')} lead={t('lead', { count: FAQ_ENTRIES.length })}>
      <Questions />
      <section aria-labelledby="more-title" className={PROSE}>
        <h2 id="more-title" className="pr-11 text-xl">
          {t('more')}
        </h2>
        <p>{t('moreText')}</p>
        <SeeAlso
          links={[
            [link('contact'), PATHS.contact],
            [link('troubleshooting'), PATHS.walletTroubleshooting],
            [link('howToPlay'), PATHS.howToPlay],
          ]}
        />
      </section>
    </InfoPage>
  );
}

function Questions(): ReactElement {
  const t = useTranslations('faq');
  const [query, setQuery] = useState('');
  const [category, setCategory] = useState<FaqCategory | 'all'>('all');
  const field = useRef<HTMLInputElement>(null);
  const showAll = (): void => {
    setQuery('');
    setCategory('all');
  };
  const linked = useLinkedEntry(showAll);
  const entries: readonly Answered[] = FAQ_ENTRIES.map(({ id, category: of }) => ({
    id,
    category: of,
    question: t(`entries.${id}.question`),
    answer: t(`entries.${id}.answer`, FACTS),
    tags: t(`entries.${id}.tags`).split(', '),
  }));
  const found = entries.filter((entry) => (category === 'all' || entry.category === category) && matches(entry, query));
  const groups = FAQ_CATEGORIES.map((name) => ({ name, entries: found.filter((entry) => entry.category === name) }));
  return (
    <div className="flex flex-col gap-6">
      <SearchField field={field} query={query} onChange={setQuery} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('category')}</legend>
        {(['all', ...FAQ_CATEGORIES] as const).map((name) => (
          <label
            key={name}
            className="relative inline-flex min-h-11 items-center rounded-full bg-surface px-4 py-1 font-semibold text-muted hover:text-text input-checked:bg-line input-checked:text-text input-focused:outline-2 input-focused:outline-offset-2 input-focused:outline-text"
          >
            <input
              type="radio"
              name="category"
              className="sr-only"
              checked={category === name}
              onChange={() => setCategory(name)}
            />
            {name === 'all' ? t('all') : t(`categories.${name}`)}
          </label>
        ))}
      </fieldset>
      <p role="status" className="text-sm text-muted">
        {t('found', { count: found.length })}
      </p>
      {found.length === 0 && (
        <div className="flex flex-col items-start gap-3 py-4">
          <p className="text-lg font-semibold wrap-anywhere">
            {query.trim() === '' ? t('noneIn') : t('noneTitle', { query: query.trim() })}
          </p>
          <p className="text-muted">{t('noneText')}</p>
          <button
            type="button"
            className="action action-quiet"
            onClick={() => {
              showAll();
              // The focused button is removed.
              field.current?.focus();
            }}
          >
            {t('showAll')}
          </button>
        </div>
      )}
      {groups
        .filter((group) => group.entries.length > 0)
        .map((group) => (
          <section key={group.name} aria-labelledby={`category-${group.name}`}>
            <h2 id={`category-${group.name}`} className="mb-3 text-xl">
              {t(`categories.${group.name}`)}
            </h2>
            {group.entries.map((entry) => (
              <FaqEntry
                key={entry.id}
                entry={entry}
                isLinked={linked === entry.id}
                isSearched={query.trim() !== '' && found.length <= 3}
                onTag={setQuery}
              />
            ))}
          </section>
        ))}
    </div>
  );
}

function SearchField({
  field,
  query,
  onChange,
}: {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onChange: (query: string) => void;
}): ReactElement {
  const t = useTranslations('faq');
  return (
    <search className="relative">
      <input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('placeholder')}
        value={query}
        maxLength={200}
        className="entry min-h-13 w-full pr-13 text-lg [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => onChange(event.target.value)}
      />
      {query !== '' && (
        <button
          type="button"
          aria-label={t('clear')}
          className="action action-bare action-icon absolute top-1 right-1"
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </search>
  );
}

/** The entry in the address's hash. Filters that hide it are cleared. */
function useLinkedEntry(reveal: () => void): string {
  const [linked, setLinked] = useState(() => anchorOf(location.hash));
  const latest = useRef(reveal);
  useEffect(() => {
    latest.current = reveal;
  });
  useEffect(() => {
    const follow = (): void => {
      const id = anchorOf(location.hash);
      setLinked(id);
      if (FAQ_ENTRIES.some((entry) => entry.id === id)) latest.current();
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return linked;
}
