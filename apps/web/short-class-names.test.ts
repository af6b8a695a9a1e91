import { describe, expect, test } from 'vitest';
import { removeFallbacks, shortenScript, shortenSheet } from './short-class-names.ts';

describe('long class names', () => {
  test('have the same short name in the sheet and in the strings of a script', () => {
    const sheet = shortenSheet(
      String.raw`.p-4{padding:1rem}.md\:p-2{padding:.5rem}.\[\&_th\]\:px-2 th{padding-inline:.5rem}.md\:p-2:hover{color:red}`,
    );
    const [, first, second] = /^\.p-4\{[^}]*\}\.(\w+)\{[^}]*\}\.(\w+) th\{[^}]*\}\.\1:hover\{/.exec(sheet) ?? [];
    expect(first).toBeDefined();
    expect(second).toBeDefined();
    expect(first).not.toBe(second);
    const script = shortenScript(
      'a("p-4 md:p-2 field",`x ${b} [&_th]:px-2`,\'md:p-2\');const key={"other:key":1}//md:p-2',
    );
    expect(script).toBe(`a("p-4 ${first} field",\`x \${b} ${second}\`,'${first}');const key={"other:key":1}//md:p-2`);
  });

  test('with quotes in them stay, because a script may write the quotes in another way', () => {
    const sheet = String.raw`.before\:content-\[\'\'\]:before{content:""}`;
    expect(shortenSheet(sheet)).toBe(sheet);
  });

  test('numbers and hooks are no such names', () => {
    const sheet = '.field-frame{margin:.5rem 1.25rem}';
    expect(shortenSheet(sheet)).toBe(sheet);
    expect(shortenScript('"field-frame"')).toBe('"field-frame"');
  });
});

test('rules for browsers that Tailwind does not support are left out', () => {
  const rule = '.bg-line\\/60{background:color-mix(in oklab, var(--line) 60%, transparent)}';
  const sheet = [
    '@layer properties{@supports (not (color:red)){*,:before{--tw-shadow:0 0 #0000}}}',
    '.a{color:red}',
    `.bg-line\\/60{background:#2c364899}@supports (color:color-mix(in lab, red, red)){${rule}}`,
    '.b{color:red}',
  ].join('');
  expect(removeFallbacks(sheet)).toBe(`.a{color:red}${rule}.b{color:red}`);
});

test('the other declarations of such a rule stay', () => {
  const sheet =
    '.a{color:red}.bubble{width:100%;background:red;border-radius:50%}' +
    '@supports (color:color-mix(in lab, red, red)){.bubble{background:color-mix(in srgb, red 7%, blue)}}';
  expect(removeFallbacks(sheet)).toBe(
    '.a{color:red}.bubble{width:100%;border-radius:50%;background:color-mix(in srgb, red 7%, blue)}',
  );
});
