import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactElement } from 'react';

/** The part of a store that is followed. */
interface FollowedStore<State> {
  getState(): State;
  subscribe(listener: (state: State) => void): () => void;
}

/**
 * A text that follows a store. Each change is written into one text node, without React, because the figures of a round change several times a
 * second while its frames have to be on time.
 */
export function FollowedText<State>({
  store,
  read,
  onChange,
}: {
  readonly store: FollowedStore<State>;
  /** The text of a state. */
  readonly read: (state: State) => string;
  /** Called with the element after each change of the text, not at first. */
  readonly onChange?: (element: HTMLElement) => void;
}): ReactElement {
  const element = useRef<HTMLSpanElement>(null);
  const [first] = useState(() => read(store.getState()));
  const write = useEffectEvent((state: State): boolean => {
    const text = read(state);
    if (element.current === null || element.current.textContent === text) return false;
    const node = element.current.firstChild;
    if (node === null) element.current.textContent = text;
    else node.nodeValue = text;
    return true;
  });
  const follow = useEffectEvent((state: State): void => {
    if (write(state) && element.current !== null) onChange?.(element.current);
  });
  useLayoutEffect(() => store.subscribe((state) => follow(state)), [store]);
  // A new language or format changes the text too.
  useLayoutEffect(() => {
    write(store.getState());
  }, [store, read]);
  return <span ref={element}>{first}</span>;
}
