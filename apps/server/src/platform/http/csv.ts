/** What a program for tables takes for a formula where a cell begins so, in either width of East Asian keyboards: OWASP, CSV injection. */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/u;

/** A plain number, which may begin with its sign. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A line of CSV as RFC 4180 has it. A cell that a program would run as a formula is made text by an apostrophe. */
export const makeLine = (cells: readonly (string | number | null)[]): string => `${cells.map(makeCell).join()}\r\n`;

function makeCell(cell: string | number | null): string {
  const text = cell === null ? '' : String(cell);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
