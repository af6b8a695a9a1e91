import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreAccount } from '../data/wallet/wallet-actions.ts';
import { runAfterLoad } from '../data/api/after-load.ts';
import { App } from './App.tsx';
import { startGameSocket } from '../data/game-socket/state.ts';
import { detectLanguage } from '../data/messages/language.ts';
import { loadLanguage } from '../data/messages/texts.ts';
import { listenForUpdate, listenForInstallPrompt } from '../features/offline/index.ts';
import { setPreloader } from '../data/preload.ts';
import { loadPrerendered, preloadScreen } from './screen-components.ts';
import { initSettings } from '../data/settings/init.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

// zod would otherwise try to compile code, which the security policy forbids and reports. It reads this before its first schema is made, and loads later.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

initSettings();
setPreloader(preloadScreen);
listenForInstallPrompt();
listenForUpdate();
// Before the first render, so that no other language is shown first. If the texts cannot be loaded, the page is in English.
const language = loadLanguage(detectLanguage());
// A prerendered screen stays until its component has loaded.
const screen = root.hasChildNodes() ? loadPrerendered(location) : undefined;
await Promise.allSettled([language, screen]);
// Yield after the modules are evaluated, so that clicks and scrolls are handled before rendering.
await new Promise((resolve) => setTimeout(resolve));

// A transition renders in small steps and keeps the page responsive.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

restoreAccount();
startGameSocket();
// The development server has no service worker.
// If this chunk cannot be fetched, the next visit registers the worker.
if (import.meta.env.PROD)
  runAfterLoad(
    () => void import('./register.ts').then((module) => module.registerServiceWorker()).catch(() => undefined),
  );
