import { createForeignSessions, remembering } from './foreign.ts';
import type { Attachment } from './host.ts';
import type { CrossChainLink } from '../platform/context/index.ts';
import { makeRequest, readAnswer, type Requests } from './request.ts';
import type { CrossChain } from './server.ts';

/** Where requests within the process seem to go. */
const HERE = 'http://localhost';

/** The way to a cross-chain server in this process: the same signed requests, by way of no network. */
export function createLocalLink({ app, hosts }: CrossChain, platform: Omit<Requests, 'url'>): CrossChainLink {
  const requests = { ...platform, url: HERE };
  const foreign = createForeignSessions(platform.now);
  let attachment: Attachment | null = null;
  return {
    isReachable: () => true,
    call: async (call, question) => readAnswer(call, await app.fetch(makeRequest(requests, call, question))),
    async serve(desk) {
      attachment = hosts.attach(platform.signer.platform, remembering(desk, foreign));
      await attachment.settled();
      desk.connected();
    },
    sessions: () => foreign.list(),
    async close() {
      attachment?.detach();
      await attachment?.settled();
    },
  };
}
