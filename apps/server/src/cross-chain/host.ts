import { err, type Result } from '@popfray/chain';
import type { Blockchain, FailureCode } from '@popfray/protocol';
import type { HostAnswer, HostQuestion, PlatformNews } from '@popfray/protocol/socket';

/** A platform as the cross-chain server has it, whether in this process or at the other end of a socket. */
export interface Host {
  /** Decides about a seat of a session that it hosts. */
  ask(question: HostQuestion): Promise<Result<HostAnswer, FailureCode>>;
  /** Tells it what it has not asked for. */
  tell(news: PlatformNews): void;
}

/** The platforms that are here now. */
export interface Hosts {
  /** A platform has come, in place of its earlier self. Returns how it goes. */
  attach(platform: Blockchain, host: Host): () => void;
  /** Asks the platform that hosts a session; `ERR_HOST_AWAY` when it is not here. */
  ask(platform: Blockchain, question: HostQuestion): Promise<Result<HostAnswer, FailureCode>>;
  /** Tells every platform, but for one. */
  tellOthers(platform: Blockchain | null, news: PlatformNews): void;
}

/** Nobody is here. `onArrival` is told of each that comes. */
export function createHosts(onArrival: (platform: Blockchain, host: Host) => void): Hosts {
  const hosts = new Map<Blockchain, Host>();
  return {
    attach(platform, host) {
      hosts.set(platform, host);
      onArrival(platform, host);
      return () => {
        if (hosts.get(platform) === host) hosts.delete(platform);
      };
    },
    ask: async (platform, question) => hosts.get(platform)?.ask(question) ?? err('ERR_HOST_AWAY'),
    tellOthers(platform, news) {
      for (const [other, host] of hosts) if (other !== platform) host.tell(news);
    },
  };
}
