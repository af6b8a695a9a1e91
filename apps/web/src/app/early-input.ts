// A prerendered page can be used before React renders the screen again in its place. This module is loaded before the rest of the page's
// script: it keeps what a reader does until then, and does it again with the new elements, which it finds by their positions.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A button by what a reader sees of it. */
interface Press {
  readonly text: string | null;
  /** Position among the buttons of this text. */
  readonly index: number;
}

/** The last press of a button. */
let press: Press | null = null;

/** The fields that were changed, by their position among those of the page. */
const changed = new Map<number, Field>();

/** Position of the field that has the focus; -1: none. */
let focused = -1;

/** Which details were opened or closed, by their position among those of the page. */
const toggled = new Map<number, boolean>();

const findButtons = (text: string | null): readonly HTMLButtonElement[] =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === text);

const findFields = (): readonly Field[] => [...document.querySelectorAll<Field>('input, select, textarea')];

const findDetails = (): readonly HTMLDetailsElement[] => [...document.querySelectorAll('details')];

/** Remembers the button of a click, and shows that it is waiting. */
function keepPress({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button === null) return;
  press = { text: button.textContent, index: findButtons(button.textContent).indexOf(button) };
  button.ariaBusy = 'true';
}

function keepChange({ target }: Event): void {
  const fields = findFields();
  const index = fields.findIndex((field) => field === target);
  const field = fields[index];
  if (field !== undefined) changed.set(index, field);
}

function keepFocus({ target }: Event): void {
  focused = findFields().findIndex((field) => field === target);
}

function keepToggle({ target }: Event): void {
  if (target instanceof HTMLDetailsElement) toggled.set(findDetails().indexOf(target), target.open);
}

/** Sets a field to what was entered into the one before it, as its reader would. */
function enterAgain(field: Field, before: Field): void {
  if (field.type !== before.type) return;
  if (
    field instanceof HTMLInputElement &&
    before instanceof HTMLInputElement &&
    /^(?:radio|checkbox)$/.test(field.type)
  ) {
    if (field.checked !== before.checked) field.click();
    return;
  }
  // React does not notice a value that is set through the element's own property, which it has replaced.
  const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value');
  value?.set?.call(field, before.value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const LISTENERS = { click: keepPress, input: keepChange, focusin: keepFocus, toggle: keepToggle } as const;

/** Does again what a reader did before React rendered the screen. What concerns an element that is no longer there is forgotten. */
export function repeatEarlyInput(): void {
  for (const [type, listener] of Object.entries(LISTENERS)) removeEventListener(type, listener, true);
  // Before the fields, one of which may filter them.
  const details = findDetails();
  for (const [index, isOpen] of toggled) {
    const one = details[index];
    if (one !== undefined) one.open = isOpen;
  }
  const fields = findFields();
  for (const [index, before] of changed) {
    const field = fields[index];
    if (field !== undefined) enterAgain(field, before);
  }
  fields[focused]?.focus({ preventScroll: true });
  const button = press === null ? undefined : findButtons(press.text)[press.index];
  changed.clear();
  toggled.clear();
  [press, focused] = [null, -1];
  // A press moves the focus too.
  button?.focus({ preventScroll: true });
  button?.click();
}

for (const [type, listener] of Object.entries(LISTENERS)) addEventListener(type, listener, true);
