/** A part of a path, as the web app's router writes it: a name, `:id`, or `:id?`, which may be missing. */
const PART = /^(?:(:\w+)(\?)?|[\w-]+)$/;

/** The paths of the web app's screens. */
export class ScreenPaths {
  readonly #pattern: RegExp;

  /** Takes the paths as the web app's router matches them, such as `/race/:id?`. Throws an error when one of them has another form. */
  constructor(paths: readonly string[]) {
    this.#pattern = new RegExp(`^(?:${paths.map(makePattern).join('|')})$`);
  }

  has(path: string): boolean {
    return this.#pattern.test(path);
  }
}

function makePattern(path: string): string {
  if (path === '/') return path;
  const [root, ...parts] = path.split('/');
  if (root !== '') throw new Error(`The path ${path} does not begin with a slash.`);
  return parts.map((part) => makePartPattern(path, part)).join('');
}

function makePartPattern(path: string, part: string): string {
  const match = PART.exec(part);
  if (match === null) throw new Error(`The path ${path} has a part of an unknown form.`);
  const [, parameter, optional] = match;
  if (parameter === undefined) return `/${part}`;
  return optional === undefined ? String.raw`/[\w-]+` : String.raw`(?:/[\w-]+)?`;
}
