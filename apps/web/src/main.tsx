import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { beginAccount } from './account/account.ts';
import { whenQuiet } from './api/quiet.ts';
import { App } from './App.tsx';
import { beginGameSocket } from './game-socket/state.ts';
import { languageHere } from './messages/language.ts';
import { showLanguage } from './messages/texts.ts';
import { listenForGreeting } from './offline/greeting.ts';
import { listenForInstall } from './offline/install.ts';
import { screenAhead } from './routes.ts';
import { beginSettings } from './settings/begin.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

beginSettings();
listenForInstall();
listenForGreeting();
// Before anything is shown, so that nobody sees another language first. Without its texts the page is in English.
const language = showLanguage(languageHere());
// What the page has as markup stays until its own can take its place.
const screen = root.hasChildNodes() ? screenAhead(location.pathname) : undefined;
await Promise.allSettled([language, screen]);
// The modules have just been evaluated: whoever presses or scrolls now comes before the rendering.
await new Promise((resolve) => setTimeout(resolve));

// In small pieces: the page can be used meanwhile.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

beginAccount();
beginGameSocket();
// The development server has no worker to keep anything.
// Without a connection at that moment it has another try with the next visit.
if (import.meta.env.PROD)
  whenQuiet(() => void import('./offline/begin.ts').then((module) => module.beginOffline()).catch(() => undefined));
