import type { Result } from '@popfray/engine/result';
import type { Call, FailureCode, Session } from '@popfray/protocol';
import type { HostAnswer, HostQuestion, PlatformNews } from '@popfray/protocol/socket';
import type { z } from 'zod';

/** What a call of the cross-chain server is made with. */
export interface LinkQuestion<Described extends Call> {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: z.input<NonNullable<Described['body']>>;
}

/** A platform as the cross-chain server has it, whether in this process or at the other end of a socket. */
export interface Host {
  /** Decides about a seat of a session that it hosts. */
  ask(question: HostQuestion): Promise<Result<HostAnswer, FailureCode>>;
  /** Sends news that the platform did not request. */
  notify(news: PlatformNews): void;
}

/** A platform as its link sees it: a host that also wants to know when it can be heard again. */
export interface Desk extends Host {
  /** The cross-chain server hears this platform from now on, and may have missed anything before. */
  connected(): void;
}

/**
 * The way to the cross-chain server, whether it is in this process or on a host of its own. Every call is signed with this
 * platform's key. `ERR_HOST_AWAY` when it does not answer, or not as it should.
 */
export interface CrossChainLink {
  /** Whether the last attempt reached it. */
  readonly isReachable: () => boolean;
  call<Described extends Call>(
    call: Described,
    question: LinkQuestion<Described>,
  ): Promise<Result<z.output<Described['answer']>, FailureCode>>;
  /** Has a desk answer its questions and hear its news, till the link is closed. Once. */
  serve(desk: Desk): void;
  /** Sessions that other platforms host, as far as they were told. */
  readonly sessions: () => readonly Session[];
  /** Lets go of it. */
  close(): Promise<void>;
}

/** There is no cross-chain server: sessions stay on this chain. */
export const NO_LINK: CrossChainLink = {
  isReachable: () => false,
  call: () => Promise.resolve({ ok: false, error: 'ERR_HOST_AWAY' }),
  serve: () => undefined,
  sessions: () => [],
  close: () => Promise.resolve(),
};
