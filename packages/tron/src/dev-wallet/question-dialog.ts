import { button, element, walletIcon } from './element.ts';
import type { QuestionDialogs, Question } from './question.ts';
import { texts, trx } from './texts.ts';

/** A line of what a question says; a `quote` is shown as it was written, in a separate box. */
interface Fact {
  readonly name: string;
  readonly value: string;
  readonly style?: 'figure' | 'mono' | 'quote' | 'quote mono';
}

/** The texts of a question's dialog. */
interface Wording {
  readonly title: string;
  readonly hint: string | null;
  readonly facts: readonly Fact[];
  readonly yes: string;
  readonly no: string;
}

/** Creates the dialogs that ask the user. Escape answers no. They are added to `root`; `onAsk` is called before each question. */
export function createQuestionDialogs(root: ShadowRoot, onAsk: () => void): QuestionDialogs {
  let answerOpen: ((isYes: boolean) => void) | null = null;

  return {
    get isBusy() {
      return answerOpen !== null;
    },
    dismiss: () => answerOpen?.(false),
    ask(question) {
      if (answerOpen !== null) throw new Error('A question is open already.');
      onAsk();
      return new Promise<boolean>((resolve) => {
        const answer = (isYes: boolean): void => {
          answerOpen = null;
          dialog.close();
          dialog.remove();
          resolve(isYes);
        };
        const dialog = createDialog(wordingOf(question), answer);
        dialog.addEventListener('close', () => {
          if (answerOpen === answer) answer(false);
        });
        answerOpen = answer;
        root.append(dialog);
        dialog.showModal();
        // The focus is not on a button: repeated Space presses in a game must not answer the question.
        dialog.querySelector('h2')?.focus();
      });
    },
  };
}

function createDialog(wording: Wording, answer: (isYes: boolean) => void): HTMLDialogElement {
  const facts = wording.facts.map(({ name, value, style }) => {
    const description = element('dd', { class: style }, value);
    // A quote may scroll, so the keyboard must reach it.
    if (style?.startsWith('quote') === true) description.tabIndex = 0;
    return element('div', {}, element('dt', {}, name), description);
  });
  return element(
    'dialog',
    { class: 'question', 'aria-labelledby': 'title', 'aria-describedby': wording.hint === null ? undefined : 'hint' },
    element('div', { class: 'stripe' }),
    element('div', { class: 'head' }, walletIcon(), texts.name, element('span', { class: 'tag' }, texts.playMoney)),
    element(
      'div',
      { class: 'body' },
      element('h2', { id: 'title', tabindex: '-1' }, wording.title),
      ...(wording.hint === null ? [] : [element('p', { id: 'hint', class: 'hint' }, wording.hint)]),
      ...(facts.length === 0 ? [] : [element('dl', { class: 'facts' }, ...facts)]),
    ),
    element(
      'div',
      { class: 'foot' },
      button('action quiet', wording.no, () => answer(false)),
      button('action main', wording.yes, () => answer(true)),
    ),
  );
}

const NETWORK: Fact = { name: texts.fields.network, value: texts.network };
const { question: titles, fields } = texts;

function wordingOf(question: Question): Wording {
  const answers = { yes: texts.confirm, no: texts.reject };
  switch (question.type) {
    case 'unlock':
      return { title: titles.unlock, hint: texts.lockedHint, facts: [], yes: texts.unlock, no: texts.cancel };
    case 'connect':
      return {
        ...answers,
        title: titles.connect,
        hint: titles.connectHint,
        facts: [
          { name: fields.site, value: question.origin },
          { name: fields.account, value: question.address, style: 'mono' },
          NETWORK,
        ],
      };
    case 'message':
      return {
        ...answers,
        title: titles.message,
        hint: titles.messageHint,
        facts: [
          { name: fields.message, value: question.text, style: 'quote' },
          { name: fields.site, value: question.origin },
          { name: fields.account, value: question.address, style: 'mono' },
        ],
      };
    case 'transfer':
      return {
        ...answers,
        title: titles.transfer,
        hint: null,
        facts: [
          { name: fields.amount, value: trx(question.amountSun), style: 'figure' },
          { name: fields.to, value: question.to, style: 'mono' },
          { name: fields.from, value: question.from, style: 'mono' },
          ...(question.memo === null ? [] : [{ name: fields.memo, value: question.memo, style: 'quote' as const }]),
          { name: fields.site, value: question.origin },
          NETWORK,
        ],
      };
    case 'transaction':
      return {
        ...answers,
        title: titles.transaction,
        hint: titles.transactionHint,
        facts: [
          { name: fields.kind, value: question.kind },
          { name: fields.content, value: question.content, style: 'quote mono' },
          { name: fields.from, value: question.from, style: 'mono' },
          { name: fields.site, value: question.origin },
          NETWORK,
        ],
      };
  }
}
