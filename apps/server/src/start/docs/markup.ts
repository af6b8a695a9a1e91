/** A piece of HTML in which all inserted text is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Values of a template: text and numbers, which are escaped, and pieces of HTML. */
type Filling = string | number | Markup | readonly Markup[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes a piece of HTML: `` html`<p title="${title}">${text}</p>` ``. Attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...fillings: readonly Filling[]): Markup {
  const [first = '', ...rest] = parts;
  return new Markup(rest.reduce((text, part, at) => text + fill(fillings[at] ?? '') + part, first));
}

function fill(filling: Filling): string {
  if (filling instanceof Markup) return filling.text;
  if (typeof filling === 'object') return filling.map(({ text }) => text).join('');
  return String(filling).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
