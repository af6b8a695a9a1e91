import type { Context as Call, Hono, Next } from 'hono';
import { isPartner, originOfPage, routeOf } from '../platform/http/index.ts';
import type { Context, CrossChainLink } from '../platform/context/index.ts';
import type { DatabaseError, LockError } from '../platform/database/index.ts';
import { CALLS } from '@popfray/protocol';
import { devPlatforms, type CrossChainConfig } from './config.ts';
import { openDirectory } from './directory.ts';
import { createLocalLink } from './local-link.ts';
import { createSigner, derivePlatformSeed, openPlatforms } from './platform-key.ts';
import { createRemoteLink, RECONNECT } from './remote-link.ts';
import { createCrossChain, type CrossChain } from './server.ts';

/** The cross-chain server as a product server has it. */
export interface CrossChainPart {
  readonly link: CrossChainLink;
  /** The one in this process; null when it is a separate server. */
  readonly mounted: CrossChain | null;
  /** Closes it and its database. */
  close(): Promise<void>;
}

/** Connects to the configured cross-chain server, or creates one in this process with a separate database. */
export async function openCrossChain(
  { crossChain: { url, key, platforms }, dataDir }: { readonly crossChain: CrossChainConfig; readonly dataDir: string },
  {
    blockchain,
    house,
    settings,
    log,
    now,
    randomBytes,
  }: Pick<Context, 'blockchain' | 'house' | 'settings' | 'log' | 'now' | 'randomBytes'>,
  reconnect = RECONNECT,
): Promise<CrossChainPart | DatabaseError | LockError> {
  const signer = createSigner(blockchain, key ?? derivePlatformSeed(house.privateKey));
  if (url !== null) {
    const link = createRemoteLink({ url, signer, now, randomBytes, log, reconnect });
    const message = `the cross-chain server is ${url}; it has to know this platform as ${blockchain}:${signer.publicKey}`;
    log({ event: 'notice', about: 'cross-chain', message });
    return { link, mounted: null, close: async () => link.close() };
  }
  const directory = await openDirectory(dataDir);
  if ('code' in directory) return directory;
  const mounted = createCrossChain({
    db: directory.db,
    log,
    now,
    randomBytes,
    platforms: openPlatforms([...(settings.network.id === 'dev' ? devPlatforms() : []), ...platforms, signer]),
    settings: {
      ...settings,
      isPartner: (call) => isPartner(call, settings) || originOfPage(call, settings.origins) !== null,
    },
  });
  const link = createLocalLink(mounted, { signer, now, randomBytes });
  return {
    link,
    mounted,
    async close() {
      await link.close();
      await mounted.hosts.settled();
      await directory.close();
    },
  };
}

/** The path that the product's own chat has too. */
const CHAT = new RegExp(`^${routeOf(CALLS.getChat).replace(':id', '[^/]+')}$`);

/**
 * Has a cross-chain server in this process answer its calls. The chat's path is the product's own as well: there it is for those with an
 * Authorization header, and for pages of other origins that read.
 */
export function mountCrossChain(app: Hono, { app: crossChain }: CrossChain, origins: readonly string[]): void {
  app.use('/api/cross-chain/*', async (call: Call, next: Next) => {
    const { path, method, raw } = call.req;
    const isOtherPage = method === 'GET' && raw.headers.has('Origin') && originOfPage(call, origins) === null;
    const isHere = method === 'OPTIONS' || isOtherPage || raw.headers.has('Authorization') || !CHAT.test(path);
    return isHere ? crossChain.fetch(raw, call.env) : next();
  });
}
