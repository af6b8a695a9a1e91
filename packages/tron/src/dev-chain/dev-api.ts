import { Hono, type Context as Call } from 'hono';
import { MINE_MAX_BLOCKS, SKIP_MAX_MS, type Chain } from './chain.ts';
import { DEV_CHAIN_ID } from './dev-chain-id.ts';
import { makePage } from './explorer.ts';
import { parseFaults } from './faults.ts';

/** Why the dev chain's own API did not do what it was asked. */
interface Failure {
  readonly code: string;
  readonly message: string;
}

type Body = Readonly<Record<string, unknown>>;

/** What the tests and the dev wallet ask of the dev chain that no TRON node does. `paths` are the node's calls. */
export function createDevApi(chain: Chain, paths: ReadonlySet<string>): Hono {
  return new Hono()
    .get('/dev/status', (call) => call.json(showStatus(chain)))
    .post('/dev/faucet', async (call) => {
      const body = await parseBody(call);
      const { address, amountSun } = body ?? {};
      const given = chain.faucet(
        typeof address === 'string' ? address : '',
        typeof amountSun === 'number' ? amountSun : Number.NaN,
      );
      return given.ok ? call.json(given.value) : fail(call, given.error);
    })
    .post('/dev/mine', async (call) => {
      const body = await parseBody(call);
      const { blocks = 1, skipMs = 0 } = body ?? {};
      if (body === undefined || !isWhole(blocks, 1, MINE_MAX_BLOCKS) || !isWhole(skipMs, 0, SKIP_MAX_MS)) {
        const message = `blocks must be 1 to ${MINE_MAX_BLOCKS}, skipMs 0 to ${SKIP_MAX_MS}, both whole numbers.`;
        return fail(call, { code: 'ERR_MINE', message });
      }
      chain.mine(blocks, skipMs);
      return call.json(showStatus(chain));
    })
    .post('/dev/stage', async (call) => {
      const staged = chain.stage(await parseBody(call));
      return staged.ok ? call.json(staged.value) : fail(call, staged.error);
    })
    .get('/dev/faults', (call) => call.json(chain.faults.inForce))
    .post('/dev/faults', async (call) => {
      const faults = parseFaults(await parseBody(call), paths);
      if (!faults.ok) return fail(call, faults.error);
      chain.faults.set(faults.value);
      return call.json(chain.faults.inForce);
    })
    .get('/dev/tx/:txid', (call) => {
      const txid = call.req.param('txid').toLowerCase();
      const found = chain.transaction(txid, false);
      const page = makePage(txid, found, chain);
      call.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
      return call.html(page, found === undefined ? 404 : 200);
    });
}

/** How the chain stands. */
function showStatus(chain: Chain): object {
  const { head, solid, supply, waiting } = chain;
  return {
    chainId: DEV_CHAIN_ID,
    head: { number: head.number, id: head.id, timestampMs: head.timestampMs },
    solid: { number: solid.number, id: solid.id, timestampMs: solid.timestampMs },
    waiting,
    ...supply,
  };
}

/** A JSON object; undefined for anything else. */
async function parseBody(call: Call): Promise<Body | undefined> {
  try {
    const json: unknown = await call.req.json();
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Body) : undefined;
  } catch {
    return undefined;
  }
}

const fail = (call: Call, { code, message }: Failure): Response => call.json({ error: { code, message } }, 400);

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
