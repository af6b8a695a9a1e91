import { createBadge } from './badge.ts';
import { createStyleSheet } from './style-sheet.ts';
import { createPanel, type PanelParts } from './panel.ts';
import type { QuestionDialogs } from './question.ts';
import { createQuestionDialogs } from './question-dialog.ts';

/** What the dev wallet shows in the page. */
export interface View {
  readonly questions: QuestionDialogs;
  /** Opens the panel. */
  open(): void;
  /** Shows a note about the balance in the panel: now, or when it is opened next. */
  showNote(text: string): void;
  /** Removes everything from the page. */
  remove(): void;
}

/** Events that the page does not receive: a game must not take keys meant for the dev wallet, and no dialog of the page may close because of them. */
const CONTAINED_EVENTS = [
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
  root.adoptedStyleSheets = [createStyleSheet()];
  const panel = createPanel(parts);
  const questions = createQuestionDialogs(root, panel.close);
  root.append(createBadge(parts.vault, parts.origin, panel.open), panel.dialog);
  for (const type of CONTAINED_EVENTS) root.addEventListener(type, (event) => event.stopPropagation());

  /** The browser closes the topmost dialog on Escape. The page must not receive the event. */
  function containEscape(event: KeyboardEvent): void {
    if (event.key === 'Escape' && root.querySelector('dialog[open]') !== null) event.stopPropagation();
  }
  page.addEventListener('keydown', containEscape, { capture: true });
  document.documentElement.append(host);

  return {
    questions,
    open: panel.open,
    showNote: panel.showNote,
    remove() {
      page.removeEventListener('keydown', containEscape, { capture: true });
      panel.close();
      host.remove();
    },
  };
}
