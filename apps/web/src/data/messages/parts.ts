import type { texts as desk } from './desk.ts';
import type { texts as account } from './en/account.ts';
import type { texts as battle } from './en/battle.ts';
import type { texts as daily } from './en/daily.ts';
import type { texts as failures } from './en/failures.ts';
import type { texts as faq } from './en/faq.ts';
import type { texts as gameSocket } from './en/game-socket.ts';
import type { texts as keptRounds } from './en/kept-rounds.ts';
import type { texts as landing } from './en/landing.ts';
import type { texts as info } from './en/info.ts';
import type { texts as money } from './en/money.ts';
import type { texts as profile } from './en/profile.ts';
import type { texts as practice } from './en/practice.ts';
import type { texts as offline } from './en/offline.ts';
import type { texts as replay } from './en/replay.ts';
import type { texts as settings } from './en/settings.ts';
import type { texts as shareCard } from './en/share-card.ts';
import type { texts as shell } from './en/shell.ts';
import type { texts as troubleshooting } from './en/troubleshooting.ts';
import type { texts as tutorial } from './en/tutorial.ts';

/**
 * The catalogues by their file name in `en/`, `zh/` and `ja/`: `shell` is loaded with the first page, the others with the screens that use
 * them. The English catalogue defines the type. Each namespace is in one catalogue only.
 */
export interface Parts {
  readonly account: typeof account;
  readonly battle: typeof battle;
  readonly daily: typeof daily;
  readonly failures: typeof failures;
  readonly faq: typeof faq;
  readonly 'game-socket': typeof gameSocket;
  readonly info: typeof info;
  readonly 'kept-rounds': typeof keptRounds;
  readonly landing: typeof landing;
  readonly money: typeof money;
  readonly practice: typeof practice;
  readonly profile: typeof profile;
  readonly offline: typeof offline;
  readonly replay: typeof replay;
  readonly settings: typeof settings;
  readonly 'share-card': typeof shareCard;
  readonly shell: typeof shell;
  readonly troubleshooting: typeof troubleshooting;
  readonly tutorial: typeof tutorial;
}

export type Part = keyof Parts;

/** Type of a catalogue in another language: the same keys as the English one. */
export type Like<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Like<Texts[Key]>;
};

type Every<Union> = (Union extends unknown ? (texts: Union) => void : never) extends (texts: infer All) => void
  ? All
  : never;

/** Type of all texts, for `useTranslations`, including those of the operator's desk. */
export type Messages = Every<Parts[Part]> & typeof desk;
