import { ok, type Result } from '@popfray/engine/result';
import { CALLS, type FailureCode, type Protection } from '@popfray/protocol';
import type { Hono, Context as Call } from 'hono';
import { dayOf } from '../platform/clock/index.ts';
import type { Context } from '../platform/context/index.ts';
import { answer, answerText, type Gate } from '../platform/http/index.ts';
import { forRequest } from './country.ts';
import { setLimit } from './limits.ts';
import { statementOf } from './movements.ts';
import { answerCheck, confirmAge, excludeSelf, showProtection, takeBreak } from './protection.ts';
import { makeStatementCsv } from './statement-csv.ts';

/** Adds the calls with which players protect themselves, and their statement. */
export function addProtection(app: Hono, gate: Gate, context: Context): void {
  const { db, now } = context;
  /** Returns the new state after a change. */
  const show = async (
    address: string,
    call: Call,
    changed: Result<null, FailureCode> = ok(null),
  ): Promise<Result<Protection, FailureCode>> =>
    changed.ok ? ok(await showProtection(forRequest(context, call), address)) : changed;

  answer(app, gate, CALLS.getProtection, async ({ address, call }) => show(address, call));
  answer(app, gate, CALLS.setLimit, async ({ address, body, call }) => {
    await db.inTransaction(async () => setLimit(db, address, body, now()));
    return show(address, call);
  });
  answer(app, gate, CALLS.takeBreak, async ({ address, body, call }) =>
    show(address, call, await takeBreak(context, address, body.days)),
  );
  answer(app, gate, CALLS.excludeSelf, async ({ address, body, call }) =>
    show(address, call, await excludeSelf(context, address, body.months)),
  );
  answer(app, gate, CALLS.confirmAge, async ({ address, body, call }) =>
    show(address, call, await confirmAge(context, address, body.version)),
  );
  answer(app, gate, CALLS.answerRealityCheck, async ({ address, call }) => {
    await answerCheck(context, address);
    return show(address, call);
  });
  answer(app, gate, CALLS.getStatement, async ({ address }) => ok({ months: await statementOf(db, address) }));
  answerText(app, gate, CALLS.exportStatement, ({ address, call }) => {
    const { date } = dayOf(now());
    call.header('Content-Disposition', `attachment; filename="popfray-statement-${address}-${date}.csv"`);
    return exportStatement(context, address);
  });
}

async function* exportStatement({ db }: Context, address: string): AsyncGenerator<string> {
  yield* makeStatementCsv(await statementOf(db, address));
}
