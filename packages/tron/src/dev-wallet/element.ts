/** Attributes of a new element. */
interface Attributes {
  readonly class?: string | undefined;
  /** true: an empty attribute; false: no attribute. */
  readonly [attribute: string]: string | boolean | undefined;
}

/** Creates an element of the page with attributes and children. Children that are texts become text nodes. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) created.setAttribute(attribute, value === true ? '' : value);
  }
  created.append(...children);
  return created;
}

/** Creates a button with a class, a text and a click handler. */
export function button(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', { type: 'button', class: className }, text);
  created.addEventListener('click', onClick);
  return created;
}

const SVG = 'http://www.w3.org/2000/svg';

/** The icon of the dev wallet: a coin wallet with a clasp. Decoration only. */
export function walletIcon(): SVGSVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.classList.add('wallet-icon');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', 'M4 7.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2h9.5v2M16 13.5h.01');
  drawing.append(path);
  return drawing;
}
