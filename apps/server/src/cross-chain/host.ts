import { err, type Result } from '@popfray/engine/result';
import { CROSS_CHAIN_CALLS, type Blockchain, type FailureCode } from '@popfray/protocol';
import type { HostAnswer, HostQuestion, PlatformNews } from '@popfray/protocol/socket';
import type { Host } from '../platform/context/index.ts';
import { Serial } from '../platform/serial/index.ts';

/** A connected platform. */
export interface Attachment {
  /** Ends this connection of the platform. */
  detach(): void;
  /** Resolves when the platform has received everything that it was sent so far. */
  settled(): Promise<void>;
}

/** The connected platforms. */
export interface Hosts {
  /**
   * Connects a platform. Each node of a platform has a connection: all receive the news, and one of them is asked: the newest at first, and another one when
   * it does not answer.
   */
  attach(platform: Blockchain, host: Host): Attachment;
  /**
   * Asks the platform that hosts a session. A question without an answer is asked again on the next connection, so a platform must accept
   * the same question twice. `ERR_HOST_AWAY` when no connection has answered, or the refusal is none of the call's.
   */
  ask(platform: Blockchain, question: HostQuestion): Promise<Result<HostAnswer, FailureCode>>;
  /**
   * Sends news to every platform but one, to each of them in the order of the calls. Resolves when all have received it, so a
   * platform must not wait for a call to this server while it handles news.
   */
  notifyPlatforms(platform: Blockchain | null, news: PlatformNews): Promise<void>;
  /** Resolves when nothing is being sent. Await it before the database is closed. */
  settled(): Promise<void>;
}

/** With what a host may refuse each question: the failures of the call that it comes from. */
const REFUSALS: Readonly<Record<HostQuestion['type'], readonly FailureCode[]>> = {
  join: CROSS_CHAIN_CALLS.joinSession.failures,
  leave: CROSS_CHAIN_CALLS.leaveSession.failures,
  ready: CROSS_CHAIN_CALLS.setParticipantStatus.failures,
  start: CROSS_CHAIN_CALLS.setSessionStatus.failures,
};

/** A connected platform, and what it is sent. */
interface Connected {
  readonly host: Host;
  readonly news: Serial;
}

/**
 * Creates the list of connected platforms, empty at first. `onArrival` is called for each that connects, and news waits until it is done.
 * `onFault` receives what a platform in this process throws at news.
 */
export function createHosts(
  onArrival: (platform: Blockchain, host: Host) => Promise<void>,
  onFault: (error: unknown) => void,
): Hosts {
  /** The connections of each platform. The last one is asked first. */
  const hosts = new Map<Blockchain, readonly Connected[]>();
  const connectionsOf = (platform: Blockchain): readonly Connected[] => hosts.get(platform) ?? [];
  /** The queues of connections that have ended, while something is still in them. */
  const ending = new Set<Serial>();
  /** Has a connection that did not answer asked after all others from now on. */
  function askLast(platform: Blockchain, silent: Connected): void {
    const connections = connectionsOf(platform);
    if (!connections.includes(silent)) return;
    hosts.set(platform, [silent, ...connections.filter((other) => other !== silent)]);
  }

  return {
    attach(platform, host) {
      const news = new Serial(onFault);
      const connected = { host, news };
      hosts.set(platform, [...connectionsOf(platform), connected]);
      news.run(async () => onArrival(platform, host));
      return {
        detach() {
          hosts.set(
            platform,
            connectionsOf(platform).filter((other) => other !== connected),
          );
          ending.add(news);
          void news.settled().then(() => ending.delete(news));
        },
        settled: async () => news.settled(),
      };
    },
    async ask(platform, question) {
      for (const connected of connectionsOf(platform).toReversed()) {
        // It may have ended while another one was asked.
        if (!connectionsOf(platform).includes(connected)) continue;
        const asked = await connected.host.ask(question);
        if (asked.ok) return asked;
        if (asked.error !== 'ERR_HOST_AWAY')
          return REFUSALS[question.type].includes(asked.error) ? asked : err('ERR_HOST_AWAY');
        askLast(platform, connected);
      }
      return err('ERR_HOST_AWAY');
    },
    async notifyPlatforms(platform, sent) {
      const others = [...hosts].flatMap(([other, connected]) => (other === platform ? [] : connected));
      for (const { host, news } of others) news.run(async () => host.notify(sent));
      for (const { news } of others) await news.settled();
    },
    async settled() {
      for (const { news } of [...hosts.values()].flat()) await news.settled();
      for (const news of ending) await news.settled();
    },
  };
}
