import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { App } from './App.tsx';
import type { Language } from './messages/language.ts';
import { showLanguage, texts } from './messages/texts.ts';

/** A screen as markup, as it is before anything is known of its reader but the language. For the build alone. */
export async function makeStaticPage(path: string, language: Language): Promise<string> {
  await showLanguage(language);
  // React asks a store for what was in it at first: here that is the language asked for.
  texts.getInitialState = texts.getState;
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <App />
    </Router>,
    // Everything where it belongs, and nothing that a script would have to put there.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: () => undefined },
  );
  return new Response(prelude).text();
}
