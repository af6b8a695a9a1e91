import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CopyAction } from './CopyAction.tsx';
import type { FaqCategory, FaqId } from './faq-entries.ts';
import type { Searchable } from './search.ts';
import { PROSE } from './looks.ts';

/** An entry in the reader's language. */
export interface Answered extends Searchable {
  readonly id: FaqId;
  readonly category: FaqCategory;
}

/** A question with an expandable answer. */
export function FaqEntry({
  entry: { id, question, answer, tags },
  isLinked,
  isSearched,
  onTag,
}: {
  readonly entry: Answered;
  /** Whether the address names it: then it is expanded and scrolled to. */
  readonly isLinked: boolean;
  /** Whether it is one of few search results: then it is expanded. */
  readonly isSearched: boolean;
  readonly onTag: (tag: string) => void;
}): ReactElement {
  const t = useTranslations('faq');
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isLinked || details.current === null) return;
    details.current.open = true;
    details.current.scrollIntoView();
  }, [isLinked]);
  useEffect(() => {
    if (details.current !== null && isSearched) details.current.open = true;
  }, [isSearched]);
  return (
    <details ref={details} id={id} className="group/entry scroll-mt-[calc(var(--header)+1rem)] border-t border-line/80">
      <summary className="flex min-h-14 list-none items-center gap-4 py-3 [&::-webkit-details-marker]:hidden">
        <h3 className="font-text text-[1.0625rem] leading-[1.4] font-semibold tracking-normal">{question}</h3>
        <Icon
          name="down"
          className="ml-auto size-5 shrink-0 text-muted transition-transform group-open/entry:rotate-180"
        />
      </summary>
      <div className={`${PROSE} pb-5`}>
        <p className="text-muted">{answer}</p>
        <div className="flex items-start gap-3">
          <ul aria-label={t('tags')} className="flex flex-1 flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag}>
                <button
                  type="button"
                  aria-label={t('searchTag', { tag })}
                  className="min-h-8 rounded-full bg-surface px-3 py-0.5 text-[0.875rem] text-muted hover:bg-raised hover:text-text"
                  onClick={() => onTag(tag)}
                >
                  {tag}
                </button>
              </li>
            ))}
          </ul>
          <CopyAction text={`${location.origin}${PATHS.faq}#${id}`} name={t('copyLink')} icon="link" isBare />
        </div>
      </div>
    </details>
  );
}
