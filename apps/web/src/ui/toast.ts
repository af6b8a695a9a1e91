import { createStore } from 'zustand/vanilla';

/** A short message over the screen. */
export interface ToastMessage {
  /** `good` for a success, `bad` for a failure, `plain` for information. */
  readonly kind: 'good' | 'bad' | 'plain';
  readonly title: string;
  readonly text: string;
}

/** How long a toast is shown, ms. SPEC section 9, timings. */
export const TOAST_MS = 5_000;

/** State of the toasts. */
interface Toasts {
  /** The current toast, if any: a new one replaces it. SPEC section 4: at most 1 visible at a time. */
  readonly message: ToastMessage | null;
  /** Number of toasts shown so far: distinguishes a toast from an equal one before it. */
  readonly count: number;
}

export const toasts = createStore<Toasts>(() => ({ message: null, count: 0 }));

/** Shows a toast and replaces the current one. */
export const showToast = (message: ToastMessage): void =>
  toasts.setState(({ count }) => ({ message, count: count + 1 }));

/** Hides the current toast. */
export const dismissToast = (): void => toasts.setState({ message: null });
