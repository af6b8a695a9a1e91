import { readFileSync } from 'node:fs';
import { SESSION_STATUSES, type SessionStatus } from '@popfray/protocol';
import { afterAll, expect, it } from 'vitest';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { dumpAll } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { gather, rowOf } from '../testing/session.fixture.ts';
import { TRANSITIONS, moveSession } from './machine.ts';

const test = await createTestContext();
afterAll(async () => test.stop());
const alice = await test.player('alice');

/** Rows of the table in docs/lifecycles.md: a status, and every status that its last cell names. */
function tableInDocs(): Record<string, string[]> {
  const text = readFileSync(new URL('../../../../docs/lifecycles.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('## A session');
  const rows = section.split('\n## ')[0]?.matchAll(/^\| `(\w+)` +\|[^|]*\|([^|]*)\|$/gm) ?? [];
  return Object.fromEntries(
    Array.from(rows, ([, status = '', cell = '']) => [
      status,
      Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name),
    ]),
  );
}

it('the table of the code is the one in docs/lifecycles.md', () => {
  const sorted = (table: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(table).map(([status, next]) => [status, next.toSorted()]));
  expect(sorted(tableInDocs())).toEqual(sorted(TRANSITIONS));
});

it.each(SESSION_STATUSES.flatMap((from) => SESSION_STATUSES.map((to): [SessionStatus, SessionStatus] => [from, to])))(
  'from %s to %s it moves only by the table',
  async (from, to) => {
    const { db } = test.context;
    const id = await gather(test, alice);
    const over = (status: SessionStatus): number | null => (TRANSITIONS[status].length === 0 ? 1 : null);
    await execute(db, 'UPDATE sessions SET status = ?, starts_at = 1, ended_at = ? WHERE id = ?', from, over(from), id);
    const row = await rowOf(test.context, id);
    const before = await dumpAll(db);
    const moved = await moveSession(db, row, to, { ended_at: over(to) });
    const may = TRANSITIONS[from].includes(to);
    expect(moved).toEqual(may ? { ...row, status: to, ended_at: over(to) } : null);
    if (!may) expect(await dumpAll(db)).toEqual(before);
    // A row that was changed meanwhile keeps its new status.
    expect(may && (await moveSession(db, row, to, { ended_at: over(to) }))).toEqual(may && null);
    await execute(db, "UPDATE sessions SET status = 'expired', ended_at = 1 WHERE id = ?", id);
  },
);
