import { createStore } from 'zustand/vanilla';

/** One short message over the screen. */
export interface ToastMessage {
  /** What it is about: something done, something that went wrong, or just something to know. */
  readonly kind: 'good' | 'bad' | 'plain';
  readonly title: string;
  readonly text: string;
}

/** How long a toast stays, ms. SPEC section 9, timings. */
export const TOAST_MS = 5_000;

/** What is on show. */
interface Toasts {
  /** The one toast on show, if any: a new one takes the old one's place. SPEC section 4: at most 1 visible at a time. */
  readonly message: ToastMessage | null;
  /** How many have been shown: tells a toast from an equal one before it. */
  readonly count: number;
}

export const toasts = createStore<Toasts>(() => ({ message: null, count: 0 }));

/** Shows a toast in place of the one before. */
export const showToast = (message: ToastMessage): void =>
  toasts.setState(({ count }) => ({ message, count: count + 1 }));

/** Takes the toast away. */
export const dismissToast = (): void => toasts.setState({ message: null });
