import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { base58 } from '@scure/base';
import { makeSeatText, type Call, type JoinForm, type SeatClaim } from '@popfray/protocol';
import type { CrossChainSocketIn, CrossChainSocketOut } from '@popfray/protocol/socket';
import { createApp } from '../start/app.ts';
import { listen } from '../platform/http/listener.ts';
import type { Sharing } from '../sharing/sharing.ts';
import { startSharing } from '../sharing/start.ts';
import { openTestSocket, type TestSocket, type TestSocketOptions } from '../platform/sockets/client.fixture.ts';
import { createSocketServer } from '../platform/sockets/socket-server.ts';
import { ask, type Reply, type RequestParts } from '../testing/client.fixture.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import type { CrossChainLink } from '../platform/context/cross-chain-link.ts';
import { openCrossChain } from './mount.ts';
import { startCrossChainHost } from '../start/cross-chain/own-host.ts';
import { createSigner, derivePlatformSeed, signCall, type Signer } from './platform-key.ts';

/** Worlds for tests: a product server of real parts, its cross-chain server, and players and platforms of the other chain. */

/** Where the cross-chain server runs: in the product server, or on a separate host. */
export type Place = 'in the product server' | 'on a separate host';

/** A product server and the cross-chain server that it shares its sessions with. */
export interface CrossChainWorld extends TestContext {
  /** Where the cross-chain server listens. */
  readonly url: string;
  readonly sharing: Sharing;
  /** Makes a call of the cross-chain server. */
  call<Described extends Call>(call: Described, parts?: RequestParts): Promise<Reply<Described>>;
  /** Makes a call that a platform signs. */
  callAs<Described extends Call>(signer: Signer, call: Described, parts?: RequestParts): Promise<Reply<Described>>;
  /** Opens the cross-chain socket; a program's unless an origin is given. */
  socket(options?: TestSocketOptions): Promise<TestSocket<CrossChainSocketOut, CrossChainSocketIn>>;
  /** Stops the cross-chain server and starts it again with the same database. */
  restart(): Promise<void>;
  /** Stops the cross-chain server permanently. */
  stopCrossChain(): Promise<void>;
}

/** The other chain's platform, whose key the tests' cross-chain servers know. */
export const SOL_PLATFORM: Signer = createSigner('sol', createHash('sha256').update('the sol platform').digest('hex'));

/** Where battles are entered in these worlds. */
export const SOCKET_URL = 'ws://play.example/ws';

/** Between two attempts of a test's link to connect again, ms. */
const RECONNECT = { firstMs: 10, longestMs: 20 };

/** A running cross-chain server. */
interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Sets a world up. Stop it at the end. */
export async function openWorld(place: Place): Promise<CrossChainWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-cross-'));
  const base = await createTestContext();
  const { house } = base.context;
  const settings = { ...base.context.settings, rateFactor: Infinity };
  const tron = createSigner('tron', derivePlatformSeed(house.privateKey));
  const platforms = [SOL_PLATFORM];
  let context = { ...base.context, settings };
  let running: Running;
  let sharing: Sharing;

  const serve = async (link: CrossChainLink): Promise<void> => {
    context = { ...context, crossChain: link };
    sharing = await startSharing(context, SOCKET_URL, 10);
  };

  /** In the product server: both end together. */
  async function startInside(): Promise<Running> {
    const config = { dataDir, crossChain: { url: null, key: null, platforms } };
    const part = await openCrossChain(config, context);
    if ('code' in part) throw new Error(part.message);
    await serve(part.link);
    const sockets = createSocketServer({ ...context, ...settings, checkEveryMs: 5 });
    for (const route of part.mounted?.sockets ?? []) sockets.add(route);
    const app = createApp(context, { crossChain: part.mounted });
    const listener = await listen(
      (request, bindings) => app.fetch(request, bindings),
      { host: '127.0.0.1', port: 0 },
      sockets.upgrade,
    );
    if ('code' in listener) throw new Error(listener.message);
    return {
      url: listener.url,
      async stop() {
        await sharing.stop();
        await Promise.all([sockets.stop(), listener.stop(0)]);
        await part.close();
      },
    };
  }

  /** Starts it on a separate port; the product's link stays when it stops. */
  async function startOutside(port: number): Promise<Running> {
    const config = {
      host: '127.0.0.1',
      port,
      dataDir,
      isProduction: false,
      partnerOrigins: [],
      isBehindProxy: false,
      platforms: [...platforms, tron],
    };
    const { now, randomBytes } = context;
    const host = await startCrossChainHost(config, { log: context.log, now, randomBytes, hasLimits: false });
    if ('code' in host) throw new Error(host.message);
    return { url: host.url, stop: async () => void (await host.stop(0)) };
  }

  if (place === 'in the product server') {
    running = await startInside();
  } else {
    running = await startOutside(0);
    const { url } = running;
    const part = await openCrossChain({ dataDir, crossChain: { url, key: null, platforms: [] } }, context, RECONNECT);
    if ('code' in part) throw new Error(part.message);
    await serve(part.link);
  }

  // A connection that was kept may be that of a server which has stopped since.
  const once = { Connection: 'close' };
  const at = {
    request: async (path: string, init: RequestInit) =>
      fetch(`${running.url}${path}`, { ...init, headers: { ...(init.headers as object), ...once } }),
  };
  return {
    ...base,
    get context() {
      return context;
    },
    get url() {
      return running.url;
    },
    get sharing() {
      return sharing;
    },
    call: async (call, parts) => ask(at, call, parts),
    callAs: async (signer, call, parts = {}) => {
      const path = pathOf(call, parts);
      const body = call.body === undefined ? '' : JSON.stringify(parts.body ?? {});
      const header = signCall(signer, { method: call.method, path, body }, context.now(), context.randomBytes(16));
      return ask(at, call, { ...parts, headers: { Authorization: header, ...parts.headers } });
    },
    socket: async (options = {}) => openTestSocket(running.url, { path: '/cross-chain', origin: null, ...options }),
    async restart() {
      await running.stop().catch(() => undefined);
      // Until the link has noticed, this process may still use a connection to the server that has stopped.
      while (place === 'on a separate host' && context.crossChain.isReachable()) await delay(1);
      running =
        place === 'in the product server' ? await startInside() : await startOutside(Number(new URL(running.url).port));
    },
    stopCrossChain: async () => running.stop(),
    async stop() {
      await sharing.stop();
      await running.stop().catch(() => undefined);
      await base.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function pathOf({ path }: Call, { params = {} }: RequestParts): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'nothing-here'));
}

/** What comes before the 32 bytes of an ed25519 private key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A wallet of the other chain: the same one for the same name. */
export interface SolWallet {
  readonly address: string;
  readonly privateKey: KeyObject;
}

export function solWallet(name: string): SolWallet {
  const seed = createHash('sha256').update(`sol wallet ${name}`).digest();
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { privateKey, address: base58.encode(Buffer.from(x, 'base64url')) };
}

let drawn = 0;

/** What a wallet says to take a seat. `signed` is what it signs where that is something else. */
export function joinForm(
  { address, privateKey }: SolWallet,
  sessionId: string,
  nowMs: number,
  changes: Partial<SeatClaim> = {},
): JoinForm {
  const claim: SeatClaim = {
    sessionId,
    blockchain: 'sol',
    walletAddress: address,
    username: 'Solveig',
    nonce: createHash('sha256').update(`nonce ${++drawn}`).digest('hex').slice(0, 32),
    expiresAt: Math.floor(nowMs) + 60_000,
    ...changes,
  };
  const signature = sign(null, Buffer.from(makeSeatText(claim)), privateKey).toString('base64url');
  const { walletAddress, username, blockchain, nonce, expiresAt } = claim;
  return { userId: walletAddress, username, walletAddress, blockchain, proof: { nonce, expiresAt, signature } };
}
