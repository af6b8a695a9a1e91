import type account from './en/account.json';
import type battle from './en/battle.json';
import type coach from './en/coach.json';
import type connection from './en/connection.json';
import type cursor from './en/cursor.json';
import type daily from './en/daily.json';
import type desk from './en/desk.json';
import type failures from './en/failures.json';
import type fairness from './en/fairness.json';
import type faq from './en/faq.json';
import type gameSocket from './en/game-socket.json';
import type info from './en/info.json';
import type keptRounds from './en/kept-rounds.json';
import type landing from './en/landing.json';
import type money from './en/money.json';
import type offline from './en/offline.json';
import type practice from './en/practice.json';
import type profile from './en/profile.json';
import type protection from './en/protection.json';
import type race from './en/race.json';
import type replay from './en/replay.json';
import type season from './en/season.json';
import type settings from './en/settings.json';
import type shareCard from './en/share-card.json';
import type shell from './en/shell.json';
import type troubleshooting from './en/troubleshooting.json';
import type tutorial from './en/tutorial.json';
import type watch from './en/watch.json';
import type walletApps from './en/wallet-apps.json';

/**
 * The catalogues by their file name in `en/`, `zh/` and `ja/`: `shell` is loaded with the first page, the others with the screens that use
 * them. Texts are ICU messages (docs/decisions/0064). Each is a whole sentence, so that a translation can order its words; figures of the rules are arguments, and
 * amounts are passed as formatted text, exact to the sun. The English catalogues define the type, and `missing-texts.ts` compares the other
 * languages with them. Each namespace is in one catalogue only.
 */
export interface Parts {
  readonly account: typeof account;
  readonly battle: typeof battle;
  readonly coach: typeof coach;
  readonly connection: typeof connection;
  readonly cursor: typeof cursor;
  readonly daily: typeof daily;
  readonly desk: typeof desk;
  readonly failures: typeof failures;
  readonly fairness: typeof fairness;
  readonly faq: typeof faq;
  readonly 'game-socket': typeof gameSocket;
  readonly info: typeof info;
  readonly 'kept-rounds': typeof keptRounds;
  readonly landing: typeof landing;
  readonly money: typeof money;
  readonly offline: typeof offline;
  readonly practice: typeof practice;
  readonly profile: typeof profile;
  readonly protection: typeof protection;
  readonly race: typeof race;
  readonly replay: typeof replay;
  readonly season: typeof season;
  readonly settings: typeof settings;
  readonly 'share-card': typeof shareCard;
  readonly shell: typeof shell;
  readonly troubleshooting: typeof troubleshooting;
  readonly tutorial: typeof tutorial;
  readonly watch: typeof watch;
  readonly 'wallet-apps': typeof walletApps;
}

export type Part = keyof Parts;

type Every<Union> = (Union extends unknown ? (texts: Union) => void : never) extends (texts: infer All) => void
  ? All
  : never;

/** Type of all texts, for `useTranslations`. */
export type Messages = Every<Parts[Part]>;
