/** A button by what a reader sees of it: React renders a new one in its place. */
interface Press {
  readonly text: string | null;
  /** Position among the buttons of this text. */
  readonly index: number;
}

/** The last press that React has not handled. */
let press: Press | null = null;

const findButtons = (text: string | null): readonly HTMLButtonElement[] =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === text);

/** Remembers the button of a click, and shows that it is waiting. */
function keepPress({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button === null) return;
  press = { text: button.textContent, index: findButtons(button.textContent).indexOf(button) };
  button.ariaBusy = 'true';
}

/**
 * Presses the button again that a reader pressed on the prerendered page before React rendered the screen. This module is loaded before the
 * rest of the page's script, so that no press is lost. A press of a button that is no longer there is forgotten.
 */
export function repeatEarlyPress(): void {
  removeEventListener('click', keepPress, true);
  const button = press === null ? undefined : findButtons(press.text)[press.index];
  press = null;
  // A press moves the focus too.
  button?.focus({ preventScroll: true });
  button?.click();
}

addEventListener('click', keepPress, true);
