import { Suspense, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { Landing } from '../features/landing/Landing.tsx';
import { LocaleProvider } from '../data/messages/locale.tsx';
import { NotFound } from '../features/not-found/NotFound.tsx';
import { LazyPaymentPanel } from '../features/payments/LazyPaymentPanel.tsx';
import {
  About,
  Admin,
  AdminPlayer,
  AdminSession,
  Arena,
  Daily,
  Contact,
  Faq,
  FreePlay,
  GameRoom,
  HowToPlay,
  JoinPage,
  Lobby,
  PATHS,
  Profile,
  ReceiptPage,
  REDIRECTS,
  ReplayScreen,
  RoundPage,
  SessionRoom,
  SettingsScreen,
  Upgrades,
  WalletSetup,
  WalletTroubleshooting,
} from './screens.ts';
import { ErrorBoundary } from '../features/errors/ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { FallbackHeader } from './FallbackHeader.tsx';
import { ConnectivityNotice } from './ConnectivityNotice.tsx';
import { Toast } from './Toast.tsx';

/** The page: header, one screen and footer. Each part has an error boundary, so that payments stay accessible after an error. */
export function App(): ReactElement {
  return (
    <LocaleProvider>
      <SkipLink />
      <ErrorBoundary fallback={<FallbackHeader />}>
        <Header />
      </ErrorBoundary>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        <CurrentScreen />
      </main>
      <ErrorBoundary fallback={null}>
        <Footer />
      </ErrorBoundary>
      <LazyPaymentPanel />
      <ConnectivityNotice />
      <Toast />
    </LocaleProvider>
  );
}

/** The screen of the address, or an error message; navigation renders the new screen. */
function CurrentScreen(): ReactElement {
  const [location] = useLocation();
  return (
    <ErrorBoundary at={location}>
      <Suspense fallback={<ScreenLoading />}>
        <Screens />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The route table. */
function Screens(): ReactElement {
  return (
    <Switch>
      <Route path={PATHS.home}>
        <Landing />
      </Route>
      <Route path={PATHS.freePlay}>
        <FreePlay />
      </Route>
      <Route path={PATHS.arena}>
        <Arena />
      </Route>
      <Route path={PATHS.daily}>
        <Daily />
      </Route>
      <Route path={`${PATHS.daily}/play`}>
        <Daily />
      </Route>
      <Route path={PATHS.replay}>
        <ReplayScreen />
      </Route>
      <Route path={PATHS.settings}>
        <SettingsScreen />
      </Route>
      <Route path={PATHS.lobby}>
        <Lobby />
      </Route>
      <Route path={PATHS.upgrades}>
        <Upgrades />
      </Route>
      <Route path={PATHS.profile}>
        <Profile />
      </Route>
      <Route path={`${PATHS.round}/:id`}>
        <RoundPage />
      </Route>
      <Route path={`${PATHS.session}/:id?`}>
        <JoinPage />
      </Route>
      <Route path={`${PATHS.battle}/:id`}>
        <SessionRoom />
      </Route>
      <Route path={PATHS.game}>
        <GameRoom />
      </Route>
      <Route path={`${PATHS.receipt}/:id`}>
        <ReceiptPage />
      </Route>
      <Route path={PATHS.about}>
        <About />
      </Route>
      <Route path={PATHS.howToPlay}>
        <HowToPlay />
      </Route>
      <Route path={PATHS.walletSetup}>
        <WalletSetup />
      </Route>
      <Route path={PATHS.faq}>
        <Faq />
      </Route>
      <Route path={PATHS.contact}>
        <Contact />
      </Route>
      <Route path={PATHS.walletTroubleshooting}>
        <WalletTroubleshooting />
      </Route>
      <Route path={PATHS.admin}>
        <Admin />
      </Route>
      <Route path={`${PATHS.admin}/player/:address`}>
        <AdminPlayer />
      </Route>
      <Route path={`${PATHS.admin}/session/:id`}>
        <AdminSession />
      </Route>
      {REDIRECTS.map(([from, to]) => (
        <Route key={from} path={from}>
          <Redirect to={to} replace />
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
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

/** Fills the height of a screen while it loads, so that the footer does not move. */
function ScreenLoading(): ReactElement {
  const t = useTranslations('app');
  return (
    <p role="status" className="grid min-h-[calc(100dvh-var(--header))] place-items-center text-muted">
      {t('loading')}
    </p>
  );
}
