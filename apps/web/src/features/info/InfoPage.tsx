import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Queries } from '../../data/api/Queries.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import './info.css';

/** A section of a page, as the table of contents lists it. */
export interface Heading {
  /** Id of the section. */
  readonly id: string;
  readonly title: string;
}

const NOTHING: readonly Heading[] = [];

/** A text page: heading, introduction, table of contents on long pages, and the sections in a narrow column. */
export function InfoPage({
  screen,
  title,
  lead,
  contents = NOTHING,
  children,
}: {
  /** Name of the page for the document title. */
  readonly screen: string;
  readonly title: string;
  readonly lead: string;
  readonly contents?: readonly Heading[];
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslations('info');
  useEffect(() => {
    // The browser scrolled to the hash before the section existed: scroll again.
    if (location.hash !== '') document.getElementById(anchorOf(location.hash))?.scrollIntoView();
  }, []);
  return (
    <Screen name={screen} className="info gutter">
      <header className="info-head">
        <h1 tabIndex={-1} className="text-3xl md:text-5xl">
          {title}
        </h1>
        <p className="mt-4 text-lg text-muted md:text-xl">{lead}</p>
      </header>
      {contents.length > 0 && (
        <nav aria-label={t('contents')} className="info-contents">
          <p aria-hidden="true" className="text-sm font-semibold text-muted">
            {t('contents')}
          </p>
          <ol>
            {contents.map((heading) => (
              <li key={heading.id}>
                <a href={`#${heading.id}`}>{heading.title}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="info-body">
        <Queries>{children}</Queries>
      </div>
    </Screen>
  );
}

/** The id in a hash; empty for an invalid one. */
export function anchorOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** A section with a link to itself. */
export function Section({ id, title, children }: Heading & { readonly children: ReactNode }): ReactElement {
  const t = useTranslations('info');
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="info-section">
      <h2 id={`${id}-title`} className="text-xl md:text-2xl">
        {title}
      </h2>
      <a href={`#${id}`} aria-label={t('linkTo', { title })} className="info-anchor">
        <Icon name="link" className="size-4" />
      </a>
      {children}
    </section>
  );
}

/** Links to related pages. */
export function SeeAlso({
  links,
}: {
  readonly links: readonly (readonly [text: string, path: string])[];
}): ReactElement {
  const t = useTranslations('info');
  return (
    <nav aria-label={t('seeAlso')} className="info-also">
      {links.map(([text, path]) => (
        <Link key={path} href={path} className="action action-quiet">
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** List of rules with their figures. */
export function RuleList({
  rules,
}: {
  readonly rules: readonly (readonly [name: string, rule: string])[];
}): ReactElement {
  return (
    <dl className="info-rules">
      {rules.map(([name, rule]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{rule}</dd>
        </div>
      ))}
    </dl>
  );
}
