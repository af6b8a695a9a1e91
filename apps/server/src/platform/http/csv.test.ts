import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLine } from './csv.ts';

/** Reads one line as RFC 4180 has it. */
function readLine(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (line[at] === '"') {
      let cell = '';
      for (at++; !(line[at] === '"' && line[at + 1] !== '"'); at++) {
        if (line[at] === '"') at++;
        cell += line[at];
      }
      cells.push(cell);
      at++;
    } else {
      const end = line.slice(at).search(/,|\r\n/) + at;
      cells.push(line.slice(at, end));
      at = end;
    }
    at += line[at] === ',' ? 1 : 2;
    if (line[at - 1] === ',' && line.slice(at) === '\r\n') return [...cells, ''];
  }
  return cells;
}

describe('a line of CSV', () => {
  it.each([
    [['a', 1, null, '-1.5'], 'a,1,,-1.5\r\n'],
    [['say "hi"', 'a,b', 'two\nlines'], '"say ""hi""","a,b","two\nlines"\r\n'],
    [['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1'], "'=1+1,'+1,'-1+2,'@SUM(A1),'\t=1\r\n"],
    [['=HYPERLINK("https://evil.example","x")'], '"\'=HYPERLINK(""https://evil.example"",""x"")"\r\n'],
    [['＝1', '＠SUM(A1)', '－x'], "'＝1,'＠SUM(A1),'－x\r\n"],
    [['|calc', '%x', '\r=1'], "'|calc,'%x,\"'\r=1\"\r\n"],
  ] as const)('of %j is %j', (cells, line) => expect(makeLine(cells)).toBe(line));

  it('gives every cell back, and none begins like a formula', () => {
    const cell = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '|', '%', '1', '.', 'x', '漢', '💥'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const read = readLine(makeLine(cells));
        expect(read.map((text) => text.replace(/^'(?=[=+\-@\t\r\n|%])/, ''))).toEqual(cells);
        expect(read.filter((text) => /^[=+\-@\t\r\n|%]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text))).toEqual([]);
      }),
    );
  });
});
