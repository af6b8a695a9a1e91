import type { texts as desk } from '../admin/texts.ts';
import type { texts as account } from './en/account.ts';
import type { texts as battle } from './en/battle.ts';
import type { texts as failures } from './en/failures.ts';
import type { texts as gameSocket } from './en/game-socket.ts';
import type { texts as landing } from './en/landing.ts';
import type { texts as money } from './en/money.ts';
import type { texts as replay } from './en/replay.ts';
import type { texts as settings } from './en/settings.ts';
import type { texts as shell } from './en/shell.ts';

/**
 * The catalogues by the name of their file in `en/`, `zh/` and `ja/`: `shell` comes with the first page, the others with the parts of
 * the product that show them. The English one gives the shape. No namespace is in two of them.
 */
export interface Parts {
  readonly shell: typeof shell;
  readonly account: typeof account;
  readonly battle: typeof battle;
  readonly failures: typeof failures;
  readonly 'game-socket': typeof gameSocket;
  readonly landing: typeof landing;
  readonly money: typeof money;
  readonly replay: typeof replay;
  readonly settings: typeof settings;
}

export type Part = keyof Parts;

/** A catalogue in another language: each key of the English one, and no other. */
export type Like<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Like<Texts[Key]>;
};

type Every<Union> = (Union extends unknown ? (texts: Union) => void : never) extends (texts: infer All) => void
  ? All
  : never;

/** All texts together, as `useTranslations` knows them, and those of the operator's desk, which has them to itself. */
export type Messages = Every<Parts[Part]> & typeof desk;
