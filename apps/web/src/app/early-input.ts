// A prerendered page can be used before React renders it again in its place. This module is loaded before the rest of the page's script: it
// keeps what a reader does until then, and does it again with the new elements. A screen with a field is rendered later than the rest of its
// page (PrerenderedScreen.tsx), so what was done there is done again later. Of what was done before this module came, it finds what is entered, open and
// focused.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** An element by what a reader sees of it. */
interface Place {
  readonly tag: string;
  readonly text: string | null;
  /** Position among the elements of this tag and text. */
  readonly index: number;
}

/** Something that a reader did, with what does it again with the new element. */
interface Act {
  readonly place: Place;
  readonly repeat: (element: HTMLElement) => void;
}

/** The element that has a prerendered screen while React has rendered the page around it. */
const PRERENDERED = '[data-prerendered]';

const FIELDS = 'input, select, textarea';
const FOCUSABLE = 'a, button, input, select, textarea, summary';

/** Types of an input that is checked instead of filled in. */
const CHECKED = /^(?:radio|checkbox)$/;

/** Time after which a pressed pointer no longer delays the rendering, ms: the end of some presses is never reported. */
const LONGEST_PRESS_MS = 1_000;

/** What was done, in this order: the last press and the last focus, and the last change of each field and of each details element. */
const acts = new Map<Element | 'press' | 'focus', Act>();

/** Whether React has rendered the page, perhaps except for a prerendered screen. */
let isPageRendered = false;

let isPointerDown = false;

const isRendered = (element: Element): boolean => isPageRendered && element.closest(PRERENDERED) === null;

const findAlike = (tag: string, text: string | null): readonly Element[] =>
  [...document.querySelectorAll(tag)].filter(({ textContent }) => textContent === text);

function placeOf(element: Element): Place {
  const { localName: tag, textContent: text } = element;
  return { tag, text, index: findAlike(tag, text).indexOf(element) };
}

/** The element of a selector in which an event happened, where React has not rendered it yet. */
function findEarly({ target }: Event, selector: string): Element | null {
  const element = target instanceof Element ? target.closest(selector) : null;
  return element === null || isRendered(element) ? null : element;
}

/** Keeps an act; an earlier one of its key is forgotten. */
function keep(key: Element | 'press' | 'focus', element: Element, repeat: Act['repeat']): void {
  acts.delete(key);
  acts.set(key, { place: placeOf(element), repeat });
}

/** Remembers the button of a click, and shows that it is waiting. */
function keepPress(event: Event): void {
  const button = findEarly(event, 'button');
  if (button === null) return;
  keep('press', button, pressAgain);
  button.ariaBusy = 'true';
}

function keepFocus(event: Event): void {
  const element = findEarly(event, FOCUSABLE);
  if (element === null) acts.delete('focus');
  else keep('focus', element, focusAgain);
}

function keepChange(event: Event): void {
  const before = findEarly(event, FIELDS) as Field | null;
  if (before !== null) keepField(before);
}

function keepToggle(event: Event): void {
  const before = findEarly(event, 'details');
  if (before instanceof HTMLDetailsElement) keepDetails(before);
}

// The element at the same place has the same tag.
const keepField = (before: Field): void => keep(before, before, (field) => enterAgain(field as Field, before));

const keepDetails = (before: HTMLDetailsElement): void =>
  keep(before, before, (details) => details.toggleAttribute('open', before.open));

/** Whether a field has something else than the prerendered page. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ defaultSelected, selected }) => defaultSelected && !selected);
  if (field instanceof HTMLInputElement && CHECKED.test(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Keeps what was entered, opened and focused before the listeners were there. A press of that time is not known. */
function keepPresent(): void {
  for (const field of document.querySelectorAll<Field>(FIELDS)) if (isChanged(field)) keepField(field);
  for (const details of document.querySelectorAll<HTMLDetailsElement>('details[open]')) keepDetails(details);
  const focused = document.activeElement;
  if (focused?.matches(FOCUSABLE) === true) keep('focus', focused, focusAgain);
}

function keepPointer({ type }: Event): void {
  isPointerDown = type === 'pointerdown';
}

const LISTENERS = {
  click: keepPress,
  focusin: keepFocus,
  input: keepChange,
  toggle: keepToggle,
  pointerdown: keepPointer,
  pointerup: keepPointer,
  pointercancel: keepPointer,
} as const;

const focusAgain = (element: HTMLElement): void => element.focus({ preventScroll: true });

/** A press moves the focus too. */
function pressAgain(button: HTMLElement): void {
  focusAgain(button);
  button.click();
}

/** Sets a field to what was entered into the one before it, as its reader would. */
function enterAgain(field: Field, before: Field): void {
  if (field.type !== before.type) return;
  if (field instanceof HTMLInputElement && before instanceof HTMLInputElement && CHECKED.test(field.type)) {
    if (field.checked !== before.checked) field.click();
    return;
  }
  // React does not notice a value that is set through the element's own property, which it has replaced.
  const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value');
  value?.set?.call(field, before.value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Whether a reader did something that is to be done again. */
export const hasEarlyInput = (): boolean => acts.size > 0;

/** Resolves when no pointer is pressed: a button that is replaced between its press and the release gets no click. */
export async function waitForRelease(): Promise<void> {
  if (!isPointerDown) return;
  const end = new AbortController();
  await new Promise((resolve) => {
    // The click follows the release in the same task.
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, () => setTimeout(resolve), { signal: end.signal });
    setTimeout(resolve, LONGEST_PRESS_MS);
  });
  end.abort();
}

/**
 * Does again what a reader did with elements that React has rendered now. What concerns a prerendered screen is kept for the next call, and
 * what concerns an element that is no longer there is forgotten.
 */
export function repeatEarlyInput(): void {
  isPageRendered = true;
  const isLast = document.querySelector(PRERENDERED) === null;
  if (isLast) {
    for (const [type, listener] of Object.entries(LISTENERS)) removeEventListener(type, listener, true);
    isPointerDown = false;
  }
  const kept = [...acts];
  acts.clear();
  for (const [key, act] of kept) {
    const { tag, text, index } = act.place;
    const element = findAlike(tag, text)[index];
    if (!(element instanceof HTMLElement)) continue;
    if (isRendered(element)) act.repeat(element);
    else acts.set(key, act);
  }
}

for (const [type, listener] of Object.entries(LISTENERS)) addEventListener(type, listener, true);
keepPresent();
