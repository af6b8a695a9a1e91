import type { ReactElement, ReactNode } from 'react';
import { Screen } from '../shell/Screen.tsx';

/** A screen with nothing but a word on a session that cannot be shown, and where to go instead. */
export function Notice({
  screen,
  title,
  text,
  children,
}: {
  /** The screen's name in the page's title. */
  readonly screen: string;
  readonly title: string;
  readonly text: string;
  /** Ways on, as actions. */
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
