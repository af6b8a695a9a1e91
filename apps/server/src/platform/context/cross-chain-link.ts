import type { Result } from '@popfray/engine/result';
import type { Call, FailureCode, Session } from '@popfray/protocol';
import type { HostAnswer, HostQuestion, PlatformNews } from '@popfray/protocol/socket';
import type { z } from 'zod';

/** Parameters and body of a call to the cross-chain server. */
export interface LinkQuestion<Described extends Call> {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: z.input<NonNullable<Described['body']>>;
}

/** A platform as the cross-chain server sees it, in this process or behind a socket. */
export interface Host {
  /** Asks the platform about a seat of a session that it hosts. */
  ask(question: HostQuestion): Promise<Result<HostAnswer, FailureCode>>;
  /** Sends news that the platform did not request. */
  notify(news: PlatformNews): Promise<void>;
}

/** A platform as its own link sees it: a host that is also notified of each new connection. */
export interface Desk extends Host {
  /** Called when the cross-chain server is connected. It may have missed everything that was sent before. */
  connected(): void;
}

/**
 * The link to the cross-chain server, in this process or on another machine. Every call is signed with this platform's key and fails with
 * `ERR_HOST_AWAY` when there is no answer or an invalid one.
 */
export interface CrossChainLink {
  /** Whether the last attempt reached the server. */
  readonly isReachable: () => boolean;
  call<Described extends Call>(
    call: Described,
    question: LinkQuestion<Described>,
  ): Promise<Result<z.output<Described['answer']>, FailureCode>>;
  /** Lets a desk answer questions and receive news until the link is closed. Call it once. */
  serve(desk: Desk): Promise<void>;
  /** The sessions of other platforms, as last received. */
  readonly sessions: () => readonly Session[];
  /** Closes the link. */
  close(): Promise<void>;
}

/** The link of a platform without a cross-chain server: its sessions are for this chain alone. */
export const NO_LINK: CrossChainLink = {
  isReachable: () => false,
  call: () => Promise.resolve({ ok: false, error: 'ERR_HOST_AWAY' }),
  serve: async () => undefined,
  sessions: () => [],
  close: () => Promise.resolve(),
};
