/** What a slot of a phrase may hold: a number, an amount of TRX, a time of day, or a player's name. */
export const SLOT_KINDS = ['number', 'amount', 'time', 'name'] as const;
export type SlotKind = (typeof SLOT_KINDS)[number];

/** A slot that was found in a text. */
export interface Slot {
  readonly kind: SlotKind;
  /** As it was written. */
  readonly written: string;
  /** As a translation shows it, the same in every language: `20:30`, `0.5 TRX`. */
  readonly shown: string;
}

/** A text in which each slot is replaced by a character of the private use area. */
export interface SlottedText {
  readonly text: string;
  readonly slots: readonly Slot[];
}

/** What slots are looked for with. */
export interface SlotOptions {
  /** Names of players whom the text may mention, in any case. */
  readonly names: readonly string[];
  /** Whether times of day are looked for; `5点` is a time in Chinese and a score in Japanese. */
  readonly hasTimes: boolean;
  /** Whether a word with a digit in it, such as `g2g`, is a word of the phrase book and no name. */
  readonly isWord: (word: string) => boolean;
}

/** Slots of a text beyond this number stay as they are written. */
const MAX_SLOTS = 16;

/** Most names that are looked for, and the longest, in characters. */
const MAX_NAMES = 16;
const MAX_NAME = 64;

const FIRST = 0xe000;
/** A slot of a phrase's key: it says the kind and not which one. */
const KEY_OF_KIND: Readonly<Record<SlotKind, string>> = {
  number: '\u{e000}',
  amount: '\u{e001}',
  time: '\u{e002}',
  name: '\u{e003}',
};

/** The character that stands for a slot of a kind in a phrase's key. */
export const slotKey = (kind: SlotKind): string => KEY_OF_KIND[kind];

/** Characters that stand for slots, which no text may bring along. */
const PRIVATE = /\p{Co}/gu;

/** Pieces of a text. Every character is in exactly one, and each alternative is decided by its first character: one pass, no backtracking. */
const PIECES = /@[\p{Script=Latin}\p{N}_.-]+|@[\p{L}\p{N}_.-]+|[A-Za-z_][A-Za-z0-9_]*|\d+(?:[.,:]\d+)*|[^]/gu;

const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const DIGIT = /^\d/;
const HOUR_SIGN = /^[点點時时]$/u;
const IS_WORD_END = /[\p{Script=Latin}\p{N}_]$/u;
const IS_WORD_START = /^[\p{Script=Latin}\p{N}_]/u;

/** Replaces the slots of a text, which has been through NFKC, in one pass from left to right. */
export function findSlots(said: string, { names, hasTimes, isWord }: SlotOptions): SlottedText {
  const slots: Slot[] = [];
  const out: string[] = [];
  const put = (kind: SlotKind, written: string, shown = written): void => {
    if (slots.length >= MAX_SLOTS) return void out.push(written);
    out.push(String.fromCodePoint(FIRST + slots.length * SLOT_KINDS.length + SLOT_KINDS.indexOf(kind)));
    slots.push({ kind, written, shown });
  };
  const putNumbers = (text: string): void => {
    for (const [at, number] of text.split(':').entries()) {
      if (at > 0) out.push(':');
      put('number', number);
    }
  };
  const pieces = splitNames(said.replaceAll(PRIVATE, ''), names);
  for (let at = 0; at < pieces.length; at++) {
    const { text, isName } = pieces[at] ?? NOTHING;
    const time = hasTimes && slots.length < MAX_SLOTS && DIGIT.test(text) ? readTime(pieces, at, out) : null;
    if (slots.length >= MAX_SLOTS) out.push(text);
    else if (isName || /^@./u.test(text)) put('name', text);
    else if (time !== null) {
      out.length -= time.before;
      put('time', time.written, time.shown);
      at += time.pieces - 1;
    } else if (DIGIT.test(text)) {
      const unit = unitOf(pieces, at);
      if (unit.text.toLowerCase() === 'trx') {
        put('amount', joinPieces(pieces, at, unit.pieces + 1), `${text} TRX`);
        at += unit.pieces;
      } else putNumbers(text);
    } else if (/[\d_]/.test(text) && /[A-Za-z]/.test(text) && !isWord(text.toLowerCase())) put('name', text);
    else out.push(text);
  }
  return { text: out.join(''), slots };
}

/** A piece of a text, and whether it is the name of a player. */
interface Piece {
  readonly text: string;
  readonly isName: boolean;
}

const NOTHING: Piece = { text: '', isName: false };

/** A text as pieces, with each known name as one of them. */
function splitNames(text: string, names: readonly string[]): readonly Piece[] {
  const known = namesByFirst(names);
  // A few letters have another length in lower case; names are then found as they are written.
  const lower = text.toLowerCase();
  const searched = lower.length === text.length ? lower : text;
  const pieces: Piece[] = [];
  let nameEnd = 0;
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    if (index < nameEnd) continue;
    const name = known.get(searched.charAt(index))?.find((one) => isNameAt(searched, index, one));
    if (name === undefined) pieces.push({ text: piece, isName: false });
    else {
      nameEnd = index + name.length;
      pieces.push({ text: text.slice(index, nameEnd), isName: true });
    }
  }
  return pieces;
}

/** Names by their first character, the longest first. */
function namesByFirst(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = names
    .slice(0, MAX_NAMES)
    .map((name) => name.normalize('NFKC').trim().toLowerCase())
    .filter((name) => name.length > 1 && name.length <= MAX_NAME)
    .toSorted((a, b) => b.length - a.length);
  return Map.groupBy(known, (name) => name.charAt(0));
}

/** Whether a name stands at a place, and not within a longer word. */
const isNameAt = (text: string, at: number, name: string): boolean =>
  text.startsWith(name, at) &&
  !(at > 0 && IS_WORD_END.test(text.charAt(at - 1)) && IS_WORD_START.test(name)) &&
  !(IS_WORD_END.test(name) && IS_WORD_START.test(text.charAt(at + name.length)));

/** The word after a number, with or without a space between them, and how many pieces that takes. */
function unitOf(pieces: readonly Piece[], at: number): { readonly text: string; readonly pieces: number } {
  const next = pieces[at + 1]?.text ?? '';
  return next === ' ' ? { text: pieces[at + 2]?.text ?? '', pieces: 2 } : { text: next, pieces: 1 };
}

/** A time of day. */
interface Time {
  readonly written: string;
  readonly shown: string;
  /** How many pieces it takes, and how many before it that were taken already: `午後`. */
  readonly pieces: number;
  readonly before: number;
}

/** The time of day that begins at a number: `20:30`, `8:30 pm`, `8pm`, `晚上8点半`, `午後8時15分`; null for any other number. */
function readTime(pieces: readonly Piece[], at: number, out: readonly string[]): Time | null {
  const number = pieces[at]?.text ?? '';
  const clock = CLOCK.exec(number);
  const hour = Number(clock?.[1] ?? number);
  if (!/^\d{1,2}$/.test(clock?.[1] ?? number) || hour > 23) return null;
  const unit = unitOf(pieces, at);
  const half = /^(am|pm)$/i.exec(unit.text)?.[1]?.toLowerCase();
  if (half !== undefined && hour >= 1 && hour <= 12) {
    const written = joinPieces(pieces, at, unit.pieces + 1);
    const shown = makeTime((hour % 12) + (half === 'pm' ? 12 : 0), Number(clock?.[2] ?? 0));
    return { written, shown, pieces: unit.pieces + 1, before: 0 };
  }
  if (clock !== null) return { written: number, shown: makeTime(hour, Number(clock[2])), pieces: 1, before: 0 };
  return HOUR_SIGN.test(pieces[at + 1]?.text ?? '') ? readHours(pieces, at, out, hour) : null;
}

/** Words before an hour, of two characters each, and whether they are of the second half of the day. */
const HALF_DAYS: ReadonlyMap<string, boolean> = new Map([
  ['午前', false],
  ['上午', false],
  ['早上', false],
  ['午後', true],
  ['下午', true],
  ['晚上', true],
]);

function readHours(pieces: readonly Piece[], at: number, out: readonly string[], hour: number): Time {
  const [third, fourth] = [pieces[at + 2]?.text ?? '', pieces[at + 3]?.text ?? ''];
  const hasMinutes = /^[0-5]?\d$/.test(third) && fourth === '分';
  const minute = third === '半' ? 30 : hasMinutes ? Number(third) : 0;
  const count = third === '半' ? 3 : hasMinutes ? 4 : 2;
  const isLate = HALF_DAYS.get(out.slice(-2).join(''));
  return {
    written: (isLate === undefined ? '' : out.slice(-2).join('')) + joinPieces(pieces, at, count),
    shown: makeTime(isLate === true && hour < 12 ? hour + 12 : hour, minute),
    pieces: count,
    before: isLate === undefined ? 0 : 2,
  };
}

const joinPieces = (pieces: readonly Piece[], at: number, count: number): string =>
  pieces
    .slice(at, at + count)
    .map(({ text }) => text)
    .join('');

const makeTime = (hour: number, minute: number): string => `${String(hour)}:${String(minute).padStart(2, '0')}`;

const SLOT = /[\u{e000}-\u{e0ff}]/gu;

/** The slots in a part of a slotted text, in their order. */
export const slotsIn = (part: string, slots: readonly Slot[]): readonly Slot[] =>
  Array.from(part.matchAll(SLOT), ([character]) => slotOf(character, slots)).filter((slot) => slot !== undefined);

/** A part of a slotted text as it was written. */
export const writtenIn = (part: string, slots: readonly Slot[]): string =>
  part.replaceAll(SLOT, (character) => slotOf(character, slots)?.written ?? '');

/** A part of a slotted text with a character for each slot's kind, as in the keys of phrases. */
export const kindsIn = (part: string): string =>
  part.replaceAll(SLOT, (character) => {
    const kind = SLOT_KINDS[((character.codePointAt(0) ?? FIRST) - FIRST) % SLOT_KINDS.length];
    return kind === undefined ? '' : ` ${slotKey(kind)} `;
  });

const slotOf = (character: string, slots: readonly Slot[]): Slot | undefined =>
  slots[Math.floor(((character.codePointAt(0) ?? FIRST) - FIRST) / SLOT_KINDS.length)];
