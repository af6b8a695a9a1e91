import type { ReactElement, ReactNode } from 'react';
import { Screen } from '../../ui/Screen.tsx';
import '../../ui/screens.css';

/** Screen with a message about a session that cannot be shown, and links. */
export function Notice({
  screen,
  title,
  text,
  children,
}: {
  /** Name of the screen for the document title. */
  readonly screen: string;
  readonly title: string;
  readonly text: string;
  /** Links and buttons. */
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Screen name={screen} className="gutter m-auto flex max-w-md flex-col items-center gap-4 py-20 text-center">
      <h1 tabIndex={-1} className="text-3xl">
        {title}
      </h1>
      <p className="text-muted">{text}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </Screen>
  );
}
