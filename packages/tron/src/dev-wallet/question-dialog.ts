import { button, element, walletIcon } from './element.ts';
import type { Person, Question } from './question.ts';
import { texts, trx } from './texts.ts';

/** A line of what a question says; `said` is shown as it was written, in a separate box. */
interface Fact {
  readonly name: string;
  readonly value: string;
  readonly look?: 'figure' | 'mono' | 'said' | 'said mono';
}

/** How a question reads. */
interface Wording {
  readonly title: string;
  readonly hint: string | null;
  readonly facts: readonly Fact[];
  readonly yes: string;
  readonly no: string;
}

/** The person at the page: asked in a dialog, whose Escape is a no. It goes into a root of the page. */
export function createPerson(root: ShadowRoot, onAsk: () => void): Person {
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
  const facts = wording.facts.map(({ name, value, look }) => {
    const said = element('dd', { class: look }, value);
    // What may scroll can be reached by keyboard.
    if (look?.startsWith('said') === true) said.tabIndex = 0;
    return element('div', {}, element('dt', {}, name), said);
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
const { question: words, fields } = texts;

function wordingOf(question: Question): Wording {
  const answers = { yes: texts.confirm, no: texts.reject };
  switch (question.type) {
    case 'unlock':
      return { title: words.unlock, hint: texts.lockedHint, facts: [], yes: texts.unlock, no: texts.cancel };
    case 'connect':
      return {
        ...answers,
        title: words.connect,
        hint: words.connectHint,
        facts: [
          { name: fields.site, value: question.origin },
          { name: fields.account, value: question.address, look: 'mono' },
          NETWORK,
        ],
      };
    case 'message':
      return {
        ...answers,
        title: words.message,
        hint: words.messageHint,
        facts: [
          { name: fields.message, value: question.text, look: 'said' },
          { name: fields.site, value: question.origin },
          { name: fields.account, value: question.address, look: 'mono' },
        ],
      };
    case 'transfer':
      return {
        ...answers,
        title: words.transfer,
        hint: null,
        facts: [
          { name: fields.amount, value: trx(question.amountSun), look: 'figure' },
          { name: fields.to, value: question.to, look: 'mono' },
          { name: fields.from, value: question.from, look: 'mono' },
          ...(question.memo === null ? [] : [{ name: fields.memo, value: question.memo, look: 'said' as const }]),
          { name: fields.site, value: question.origin },
          NETWORK,
        ],
      };
    case 'transaction':
      return {
        ...answers,
        title: words.transaction,
        hint: words.transactionHint,
        facts: [
          { name: fields.kind, value: question.kind },
          { name: fields.content, value: question.content, look: 'said mono' },
          { name: fields.from, value: question.from, look: 'mono' },
          { name: fields.site, value: question.origin },
          NETWORK,
        ],
      };
  }
}
