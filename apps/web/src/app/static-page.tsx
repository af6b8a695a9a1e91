import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { App } from './App.tsx';
import type { Language } from '../data/messages/language.ts';
import { loadLanguage, texts, withTexts } from '../data/messages/texts.ts';
import { gameSocket } from '../data/game-socket/state.ts';
import { SCREENS } from './screens.ts';

/** Renders a screen as HTML for a reader of whom only the language is known. Used by the build only. */
export async function makeStaticPage(path: string, language: Language): Promise<string> {
  await loadLanguage(language);
  // The rendering begins with all texts, because it does not continue when further ones have come.
  const screen = SCREENS.find(({ paths }) => paths.includes(path));
  if (screen !== undefined) await withTexts(screen.load(), ...screen.texts);
  // For the server rendering, React reads a store's initial state: set it to the requested language.
  texts.getInitialState = texts.getState;
  // The page connects to the game server as soon as its script runs.
  gameSocket.setState({ status: 'connecting' });
  gameSocket.getInitialState = gameSocket.getState;
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <App />
    </Router>,
    // Only the element's final children, and nothing that a script would add.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: () => undefined },
  );
  return new Response(prelude).text();
}
