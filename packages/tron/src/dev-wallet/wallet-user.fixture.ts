import type { DevAccount } from './wallet-state.ts';
import { VAULT_KEY, type VaultStorage } from './vault.ts';

/** A storage in memory, holding what it is given. */
export function createStorage(text: string | null = null): VaultStorage & { text: string | null } {
  return {
    text,
    getItem(name) {
      return name === VAULT_KEY ? this.text : null;
    },
    setItem(name, value) {
      if (name === VAULT_KEY) this.text = value;
    },
  };
}

/** Storage of a wallet with accounts, the first one chosen. */
export const storageOf = (accounts: readonly DevAccount[]): VaultStorage & { text: string | null } =>
  createStorage(JSON.stringify({ accounts, chosen: accounts[0]?.address }));

/** What the dev wallet shows. */
const root = (): ShadowRoot | null => document.querySelector('dev-wallet')?.shadowRoot ?? null;

/** The open question's dialog; null when nothing is asked. */
export const questionDialog = (): HTMLDialogElement | null => root()?.querySelector('dialog.question[open]') ?? null;

/** Presses a button of the dev wallet by its text or its label. */
export function press(text: string): void {
  const buttons = [...(root()?.querySelectorAll('button') ?? [])];
  const found = buttons.find((button) => button.textContent === text || button.ariaLabel === text);
  if (found === undefined) throw new Error(`The dev wallet shows no button "${text}".`);
  found.click();
}

/** Locks or unlocks the wallet in its panel. */
export function pressInPanel(...texts: readonly string[]): void {
  press('Dev wallet · Play money');
  for (const text of texts) press(text);
  press('Close the dev wallet');
}

/** Chooses an account in the panel. */
export function choose(address: string): void {
  press('Dev wallet · Play money');
  press('Switch account');
  root()?.querySelector<HTMLElement>(`[data-address="${address}"]`)?.click();
  press('Close the dev wallet');
}

/** Answers every question of the dev wallet in the same way, by the buttons of its dialog. */
export interface Answerer {
  willAnswer(answer: 'yes' | 'no' | 'nothing'): void;
  /** How many questions there have been. */
  questions(): number;
  stop(): void;
}

/** Interval at which open dialogs are looked for, ms. */
const POLL_MS = 10;

/** Starts to answer the questions of the dev wallet: with yes, until told otherwise. */
export function answerQuestions(): Answerer {
  let answer: 'yes' | 'no' | 'nothing' = 'yes';
  let last: HTMLDialogElement | null = null;
  let questions = 0;
  function answerOpenQuestion(): void {
    const dialog = questionDialog();
    if (dialog === null) return;
    if (dialog !== last) {
      last = dialog;
      questions++;
    }
    const [no, yes] = dialog.querySelectorAll<HTMLElement>('.foot button');
    if (answer !== 'nothing') (answer === 'yes' ? yes : no)?.click();
  }
  const timer = setInterval(answerOpenQuestion, POLL_MS);
  return {
    willAnswer(next) {
      answer = next;
    },
    questions: () => questions,
    stop: () => clearInterval(timer),
  };
}
