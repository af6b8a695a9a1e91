import { Suspense, useEffect, useLayoutEffect, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { LocaleProvider } from '../data/messages/locale.tsx';
import { LazyRefusal } from '../features/protection/index.ts';
import { LazyDeposit, LazyPaymentPanel } from '../features/payments/index.ts';
import { LazyNextSteps } from '../features/wallet-apps/index.ts';
import { lazy } from '../data/chunks/lazy.ts';
import { SCREEN_COMPONENTS } from './screen-components.ts';
import { REDIRECTS } from './screens.ts';
import { ErrorBoundary } from '../features/errors/index.ts';
import { DeferredAddress } from './DeferredAddress.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { FallbackHeader } from './FallbackHeader.tsx';
import { ConnectivityNotice } from './ConnectivityNotice.tsx';
import { repeatEarlyInput } from './early-input.ts';
import { removePrerenderedMarks } from '../ui/root-mark.ts';
import { dropPrerendered, isPrerendered, PrerenderedScreen } from './PrerenderedScreen.tsx';
import { Toast } from '../ui/Toast.tsx';

/** The page: header, one screen and footer. Each part has an error boundary, so that payments stay accessible after an error. */
export function App(): ReactElement {
  // After the effects of the screen, which marks the page itself.
  useLayoutEffect(removePrerenderedMarks, []);
  // What was done outside of a prerendered screen does not wait for that screen's component.
  useEffect(repeatEarlyInput, []);
  return (
    <LocaleProvider>
      <DeferredAddress>
        <SkipLink />
        <ErrorBoundary fallback={<FallbackHeader />}>
          <Header />
        </ErrorBoundary>
        <LazyPaymentPanel />
        {/* As high as the window, so that the footer does not move while a screen loads its content. */}
        <main id="content" tabIndex={-1} className="flex min-h-[calc(100dvh-var(--header))] flex-1 flex-col">
          <CurrentScreen />
        </main>
        <ErrorBoundary fallback={null}>
          <Footer />
        </ErrorBoundary>
        <LazyDeposit />
        <LazyRefusal />
        <LazyNextSteps />
        <ConnectivityNotice />
        <Toast />
      </DeferredAddress>
    </LocaleProvider>
  );
}

/** The screen of the address, or an error message; navigation renders the new screen. */
function CurrentScreen(): ReactElement {
  const [location] = useLocation();
  return (
    <ErrorBoundary at={location}>
      <Screens />
    </ErrorBoundary>
  );
}

/** Screen for an unknown address. */
const NotFound = lazy(() =>
  import('../features/not-found/NotFound.tsx').then((module) => ({ default: module.NotFound })),
);

/** The parts of `ui/` in every state, for developers: only in development. */
const Gallery = import.meta.env.DEV
  ? lazy(() => import('../features/gallery/Gallery.tsx').then((module) => ({ default: module.Gallery })))
  : null;

/** Routes of the table of screens, of old addresses, and of everything else. */
function Screens(): ReactElement {
  return (
    <Switch>
      {SCREEN_COMPONENTS.flatMap(({ row: { paths }, Component }) =>
        paths.map((path) => (
          // One key for all paths of a screen: it keeps its state between them.
          <Route key={paths[0]} path={path}>
            <WhenLoaded path={paths[0]}>
              <Component />
            </WhenLoaded>
          </Route>
        )),
      )}
      {REDIRECTS.map(([from, to]) => (
        <Route key={from} path={from}>
          <Redirect to={to} replace />
        </Route>
      ))}
      {Gallery !== null && (
        <Route path="/ui">
          <WhenLoaded>
            <Gallery />
          </WhenLoaded>
        </Route>
      )}
      <Route>
        <WhenLoaded>
          <NotFound />
        </WhenLoaded>
      </Route>
    </Switch>
  );
}

/** Each screen has its own boundary, which shows that the screen is loading: a shared one would keep the previous screen. */
function WhenLoaded({
  path,
  children,
}: {
  /** The first path of a screen of the table. */
  readonly path?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Suspense fallback={path !== undefined && isPrerendered(path) ? <PrerenderedScreen /> : <ScreenLoading />}>
      {children}
      <ScreenLoaded />
    </Suspense>
  );
}

/** Repeats what a reader did with the prerendered screen, after the effects of its component. */
function ScreenLoaded(): null {
  useEffect(() => {
    dropPrerendered();
    repeatEarlyInput();
  }, []);
  return null;
}

function SkipLink(): ReactElement {
  const t = useTranslations('app');
  return (
    <a
      href="#content"
      className="action action-quiet fixed top-2 left-2 z-50 -translate-y-20 focus-visible:translate-y-0"
    >
      {t('skip')}
    </a>
  );
}

/** Fills the height of a screen while it loads. */
function ScreenLoading(): ReactElement {
  const t = useTranslations('app');
  return (
    <p role="status" className="grid min-h-[calc(100dvh-var(--header))] place-items-center text-muted">
      {t('loading')}
    </p>
  );
}
