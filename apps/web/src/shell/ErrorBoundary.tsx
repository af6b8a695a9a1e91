import { Component, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PATHS } from '../routes.ts';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What to show instead of the children. Another `key` on the boundary tries them again. */
  readonly fallback?: ReactNode;
}

interface ErrorBoundaryState {
  readonly hasFailed: boolean;
}

/** Catches what its children throw and offers a way out. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback ?? <Fault />;
  }
}

function Fault(): ReactElement {
  const t = useTranslations('fault');
  return (
    <section role="alert" className="gutter m-auto flex max-w-lg flex-col items-center gap-4 py-24 text-center">
      <h1 className="text-2xl">{t('title')}</h1>
      <p className="text-muted">{t('text')}</p>
      <p className="flex flex-wrap justify-center gap-3">
        <button type="button" className="action action-primary" onClick={() => location.reload()}>
          {t('reload')}
        </button>
        {/* A plain link: a fresh page is the way out of whatever state this one is in. */}
        <a href={PATHS.home} className="action action-quiet">
          {t('home')}
        </a>
      </p>
    </section>
  );
}
