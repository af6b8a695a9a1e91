import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CopyAction } from './CopyAction.tsx';
import type { FaqCategory, FaqId } from './faq-entries.ts';
import type { Searchable } from './search.ts';

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
    <details ref={details} id={id} className="faq-entry">
      <summary>
        <h3>{question}</h3>
        <Icon name="down" />
      </summary>
      <div className="faq-answer info-section">
        <p className="text-muted">{answer}</p>
        <div className="flex items-start gap-3">
          <ul aria-label={t('tags')} className="flex flex-1 flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag}>
                <button
                  type="button"
                  aria-label={t('searchTag', { tag })}
                  className="faq-tag"
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
