import { createStore } from 'zustand/vanilla';

/** One short message over the screen. */
export interface ToastMessage {
  readonly kind: 'good' | 'bad';
  readonly title: string;
  readonly text: string;
}

/** How long a toast stays, ms. SPEC section 9, timings. */
const TOAST_MS = 5_000;

/** The one toast on show, if any: a new one takes the old one's place. */
export const toasts = createStore<{ readonly message: ToastMessage | null }>(() => ({ message: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast in place of the one before. */
export function showToast(message: ToastMessage): void {
  clearTimeout(timer);
  toasts.setState({ message });
  timer = setTimeout(dismissToast, TOAST_MS);
}

/** Takes the toast away. */
export function dismissToast(): void {
  clearTimeout(timer);
  toasts.setState({ message: null });
}
