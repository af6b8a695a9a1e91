import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { beginAccount } from './account/account.ts';
import { App } from './App.tsx';
import { beginGameSocket } from './game-socket/state.ts';
import { languageHere } from './messages/language.ts';
import { showLanguage } from './messages/texts.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

// Before anything is shown, so that nobody sees another language first. Without its texts the page is in English.
await showLanguage(languageHere()).catch(() => undefined);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

beginAccount();
beginGameSocket();
