import { createBadge } from './badge.ts';
import { createLook } from './look.ts';
import { createPanel, type PanelParts } from './panel.ts';
import type { Person } from './question.ts';
import { createPerson } from './question-dialog.ts';

/** What the dev wallet shows in the page. */
export interface View {
  readonly person: Person;
  /** Opens the panel. */
  open(): void;
  /** Says something of the balance in the panel: now, or when it is opened next. */
  showNote(text: string): void;
  /** Takes everything out of the page. */
  remove(): void;
}

/** Events that stay inside: the page must not play by keys meant for the dev wallet, nor close one of its dialogs because of them. */
const KEPT_INSIDE = [
  'click',
  'focusin',
  'focusout',
  'keydown',
  'keyup',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchend',
  'touchstart',
] as const;

/**
 * Puts the dev wallet's button and dialogs into a page, in a shadow root beside the body: a page that hides its body from
 * readers, or from the pointer, behind a dialog does not hide these.
 */
export function createView(page: Window, parts: PanelParts): View {
  const { document } = page;
  const host = document.createElement('dev-wallet');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [createLook()];
  const panel = createPanel(parts);
  const person = createPerson(root, panel.close);
  root.append(createBadge(parts.vault, parts.origin, panel.open), panel.dialog);
  for (const event of KEPT_INSIDE) root.addEventListener(event, (happened) => happened.stopPropagation());

  /** Escape closes the dialog on top, which is the browser's doing. The page receives no event. */
  function keepEscape(event: KeyboardEvent): void {
    if (event.key === 'Escape' && root.querySelector('dialog[open]') !== null) event.stopPropagation();
  }
  page.addEventListener('keydown', keepEscape, { capture: true });
  document.documentElement.append(host);

  return {
    person,
    open: panel.open,
    showNote: panel.showNote,
    remove() {
      page.removeEventListener('keydown', keepEscape, { capture: true });
      panel.close();
      host.remove();
    },
  };
}
