/** Text columns with a header; numbers and what looks like them stand to the right. */
export function makeTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [header, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)),
  );
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const isRight = header.map((_, column) => rows.every((row) => /^[\d.,]+$/.test(String(row[column]))));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        isRight[column] === true ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const [head = '', ...rest] = cells.map(line);
  return [head, '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...rest].join('\n');
}
