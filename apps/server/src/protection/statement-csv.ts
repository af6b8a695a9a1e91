import { makeTrx, type StatementMonth } from '@popfray/protocol';
import { makeLine } from '../platform/http/index.ts';

/** The byte order mark, by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const COLUMNS = [
  'month',
  'depositsTrx',
  'entryFeesTrx',
  'feeRefundsTrx',
  'prizesTrx',
  'upgradesTrx',
  'withdrawalsTrx',
  'adjustmentsTrx',
  'netResultTrx',
] as const;

/** A statement as CSV, its first line the names of its columns. */
export function* makeStatementCsv(months: readonly StatementMonth[]): Generator<string> {
  yield BYTE_ORDER_MARK + makeLine(COLUMNS);
  for (const of of months)
    yield makeLine([
      of.month,
      makeTrx(of.depositsSun),
      makeTrx(of.feesSun),
      makeTrx(of.refundsSun),
      makeTrx(of.prizesSun),
      makeTrx(of.upgradesSun),
      makeTrx(of.withdrawalsSun),
      makeTrx(of.adjustmentsSun),
      makeTrx(of.netSun),
    ]);
}
