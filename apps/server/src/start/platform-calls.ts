import { ok } from '@popfray/engine/result';
import { CALLS, FREE_WITHDRAWAL_SUN, type About } from '@popfray/protocol';
import { TRON_NETWORKS } from '@popfray/tron/node';
import type { Hono } from 'hono';
import type { Context } from '../platform/context/index.ts';
import type { Settings } from '../platform/config/index.ts';
import server from '../../package.json' with { type: 'json' };
import { answer, type Gate } from '../platform/http/index.ts';

/** Adds the calls with which pages read facts about the server. */
export function addPlatform(app: Hono, gate: Gate, { settings, house, now }: Context): void {
  answer(app, gate, CALLS.getPlatform, () =>
    ok({
      network: settings.network,
      houseAddress: house.address,
      freeWithdrawalSun: FREE_WITHDRAWAL_SUN,
      crossChainUrl: settings.crossChainUrl,
      otherChainPrizeTo: settings.otherChainPrizeTo,
    }),
  );
  answer(app, gate, CALLS.getAbout, () =>
    ok({
      version: server.version,
      supportEmail: settings.supportEmail,
      dailyCapSun: settings.dailyCapSun,
      publicNodeUrl: publicNodeOf(settings.network),
      walletIssue: issueOn(settings.walletIssue, now()),
    }),
  );
}

/** The public node of the network. The server's own node is not published. */
function publicNodeOf({ id, devNodeUrl }: Settings['network']): string {
  if (id !== 'dev') return TRON_NETWORKS[id].url;
  return devNodeUrl ?? '';
}

/** A known fault until the end of its last day (UTC): DESIGN section 9. */
function issueOn(issue: Settings['walletIssue'], nowMs: number): About['walletIssue'] {
  const today = new Date(nowMs).toJSON().slice(0, 10);
  return issue !== null && issue.since <= today && today <= issue.until ? issue : null;
}
