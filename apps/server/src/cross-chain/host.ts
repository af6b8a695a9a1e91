import { err, type Result } from '@popfray/engine/result';
import { CROSS_CHAIN_CALLS, type Blockchain, type FailureCode } from '@popfray/protocol';
import type { HostAnswer, HostQuestion, PlatformNews } from '@popfray/protocol/socket';
import type { Host } from '../platform/context/index.ts';

/** The platforms that are here now. */
export interface Hosts {
  /** A platform has come, in place of its earlier self. Returns how it goes. */
  attach(platform: Blockchain, host: Host): () => void;
  /** Asks the platform that hosts a session; `ERR_HOST_AWAY` when it is not here, or its refusal is none of the call's. */
  ask(platform: Blockchain, question: HostQuestion): Promise<Result<HostAnswer, FailureCode>>;
  /** Tells every platform, but for one. */
  notifyPlatforms(platform: Blockchain | null, news: PlatformNews): void;
}

/** With what a host may refuse each question: the failures of the call that it comes from. */
const REFUSALS: Readonly<Record<HostQuestion['type'], readonly FailureCode[]>> = {
  join: CROSS_CHAIN_CALLS.joinSession.failures,
  leave: CROSS_CHAIN_CALLS.leaveSession.failures,
  ready: CROSS_CHAIN_CALLS.setParticipantStatus.failures,
  start: CROSS_CHAIN_CALLS.setSessionStatus.failures,
};

/** Creates the list of connected hosts, empty at first. `onArrival` is called for each that connects. */
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
    async ask(platform, question) {
      const asked = await hosts.get(platform)?.ask(question);
      if (asked === undefined) return err('ERR_HOST_AWAY');
      return asked.ok || REFUSALS[question.type].includes(asked.error) ? asked : err('ERR_HOST_AWAY');
    },
    notifyPlatforms(platform, news) {
      for (const [other, host] of hosts) if (other !== platform) host.notify(news);
    },
  };
}
