import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Queries } from '../api/Queries.tsx';
import { Icon } from '../shell/Icon.tsx';
import { Screen } from '../shell/Screen.tsx';
import './info.css';

/** A part of a page, as the table of contents names it. */
export interface Heading {
  /** Its anchor. */
  readonly id: string;
  readonly title: string;
}

const NOTHING: readonly Heading[] = [];

/** A page to be read: a heading, what it is about, what is on it where that is much, and its sections in a narrow column. */
export function InfoPage({
  screen,
  title,
  lead,
  contents = NOTHING,
  children,
}: {
  /** The page's name in the browser's title. */
  readonly screen: string;
  readonly title: string;
  readonly lead: string;
  readonly contents?: readonly Heading[];
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslations('info');
  useEffect(() => {
    // The browser looked for the anchor before there was anything.
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

/** The anchor that a hash names; what is no anchor names nothing. */
export function anchorOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** One part of a page, which can be linked to. */
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

/** Where to go from here. */
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

/** Rules and their figures, a line each. */
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
