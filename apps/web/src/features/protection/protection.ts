import { MAX_LIMIT_SUN, parseTrx, PROTECTION_CALLS, type LimitPlan, type Protection } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { callApi, downloadFile } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';

/** What protects the player, with all times. It may have changed in another tab. */
export const protectionQuery = (address: string) =>
  queryOptions({
    queryKey: ['protection', address],
    staleTime: 0,
    queryFn: ({ signal }) => callApi(PROTECTION_CALLS.getProtection, { signal }),
  });

/** The player's statement by month. */
export const statementQuery = (address: string) =>
  queryOptions({
    queryKey: ['statement', address],
    staleTime: 0,
    queryFn: async ({ signal }) => (await callApi(PROTECTION_CALLS.getStatement, { signal })).months,
  });

/** Makes a function that changes what protects a player and shows the new state. */
const change =
  <Argument>(send: (argument: Argument) => Promise<Protection>) =>
  async (address: string, argument: Argument): Promise<Protection> => {
    const changed = await send(argument);
    queryClient.setQueryData(protectionQuery(address).queryKey, changed);
    return changed;
  };

/** Sets a limit. */
export const setLimit = change(async (plan: LimitPlan) => callApi(PROTECTION_CALLS.setLimit, { body: plan }));

/** Begins or extends a break. */
export const takeBreak = change(async (days: number) => callApi(PROTECTION_CALLS.takeBreak, { body: { days } }));

/** Begins or extends a self-exclusion. */
export const excludeSelf = change(async (months: number) =>
  callApi(PROTECTION_CALLS.excludeSelf, { body: { months } }),
);

/** Confirms a version of the text about the age. */
export const confirmAge = change(async (version: number) =>
  callApi(PROTECTION_CALLS.confirmAge, { body: { version } }),
);

/** Answers a reality check. */
export const answerRealityCheck = change(async (_: null) => callApi(PROTECTION_CALLS.answerRealityCheck, { body: {} }));

/** Parses the amount of a limit, in TRX; null for text that is no amount above 0 or that is too large. */
export function parseLimit(text: string): number | null {
  const amountSun = parseTrx(text.trim().replace(',', '.'));
  return amountSun === null || amountSun < 1 || amountSun > MAX_LIMIT_SUN ? null : amountSun;
}

/** Downloads the statement as CSV. Throws as `downloadFile` does. */
export async function fetchStatementFile(): Promise<{ readonly name: string; readonly content: Blob }> {
  const response = await downloadFile(PROTECTION_CALLS.exportStatement);
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { name: name ?? 'popfray-statement.csv', content: await response.blob() };
}
