/** What an element starts with. */
interface Start {
  readonly class?: string | undefined;
  /** Attributes; true is an empty one, false none. */
  readonly [attribute: string]: string | boolean | undefined;
}

/** Creates an element of the page with attributes and children. Text stays text: there is no markup in it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  start: Start = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(start)) {
    if (value !== undefined && value !== false) made.setAttribute(attribute, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/** Creates a button that does something. */
export function button(look: string, text: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: look }, text);
  made.addEventListener('click', press);
  return made;
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
