import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Queries } from '../../data/api/Queries.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { PROSE } from './looks.ts';
import '../../ui/screens.css';

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
  const hasContents = contents.length > 0;
  return (
    <Screen
      name={screen}
      className={`gutter mx-auto grid w-full max-w-272 grid-cols-[minmax(0,44rem)] justify-center gap-x-16 gap-y-8 pt-8 pb-20 md:pt-16 ${hasContents ? 'lg:grid-cols-[minmax(0,44rem)_14rem]' : ''}`}
    >
      <header className={`max-w-160 ${hasContents ? 'lg:col-span-full' : ''}`}>
        <h1 tabIndex={-1} className="text-3xl md:text-5xl">
          {title}
        </h1>
        <p className="mt-4 text-lg text-muted md:text-xl">{lead}</p>
      </header>
      {hasContents && (
        <nav
          aria-label={t('contents')}
          className="lg:sticky lg:top-[calc(var(--header)+1.5rem)] lg:order-1 lg:self-start lg:border-l lg:border-line lg:pl-5"
        >
          <p aria-hidden="true" className="text-sm font-semibold text-muted">
            {t('contents')}
          </p>
          <ol className="mt-1 flex flex-wrap gap-x-5 gap-y-1 lg:flex-col">
            {contents.map((heading) => (
              <li key={heading.id}>
                <a
                  href={`#${heading.id}`}
                  className="inline-block py-1.5 text-muted hover:text-text hover:underline hover:underline-offset-4"
                >
                  {heading.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="flex min-w-0 flex-col gap-14">
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
    <section id={id} aria-labelledby={`${id}-title`} className={`group/section ${PROSE}`}>
      <h2 id={`${id}-title`} className="pr-11 text-xl md:text-2xl">
        {title}
      </h2>
      <a
        href={`#${id}`}
        aria-label={t('linkTo', { title })}
        className="absolute -top-1.5 right-0 grid size-11 place-items-center rounded-full text-muted opacity-0 group-hover/section:opacity-100 hover:text-text focus-visible:opacity-100"
      >
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
    <nav aria-label={t('seeAlso')} className="flex flex-wrap gap-3 border-t border-line pt-6">
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
    <dl>
      {rules.map(([name, rule]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-0.5 border-t border-line/70 py-3 last:border-b sm:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{name}</dt>
          <dd className="min-w-0 text-muted tabular-nums wrap-anywhere">{rule}</dd>
        </div>
      ))}
    </dl>
  );
}
