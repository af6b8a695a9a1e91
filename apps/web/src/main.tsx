import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { beginAccount } from './account/account.ts';
import { App } from './App.tsx';
import { beginGameSocket } from './game-socket/state.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

beginAccount();
beginGameSocket();
