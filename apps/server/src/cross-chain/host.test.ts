import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, Session } from '@popfray/protocol';
import type { HostAnswer } from '@popfray/protocol/socket';
import { describe, expect, it } from 'vitest';
import type { Host } from '../platform/context/index.ts';
import { createHosts } from './host.ts';

const ANSWER: HostAnswer = { session: { id: 'session' } as Session, seat: null, revision: 1 };
const AWAY = err('ERR_HOST_AWAY' as const);
const QUESTION = { type: 'leave', sessionId: 'session', userId: 'ann' } as const;

/** A connection that answers in a way that the test changes, and counts its questions. */
class TestHost implements Host {
  asked = 0;
  answer: Result<HostAnswer, FailureCode>;
  constructor(answer: Result<HostAnswer, FailureCode>) {
    this.answer = answer;
  }
  async ask(): Promise<Result<HostAnswer, FailureCode>> {
    this.asked++;
    return this.answer;
  }
  readonly notify = async (): Promise<void> => undefined;
}

/** A platform with a connection for each answer, the newest last. */
function connect(...answers: readonly Result<HostAnswer, FailureCode>[]) {
  const hosts = createHosts(
    async () => undefined,
    (error) => {
      throw error;
    },
  );
  const connections = answers.map((answer) => new TestHost(answer));
  const attachments = connections.map((host) => hosts.attach('tron', host));
  return { hosts, connections, attachments };
}

const countsOf = (connections: readonly TestHost[]): number[] => connections.map(({ asked }) => asked);

describe('a question to a platform with several connections', () => {
  it('goes to the newest one', async () => {
    const { hosts, connections } = connect(ok(ANSWER), ok(ANSWER));
    expect(await hosts.ask('tron', QUESTION)).toEqual(ok(ANSWER));
    expect(countsOf(connections)).toEqual([0, 1]);
  });

  it('is asked again on the next one when the first has not answered, which is asked last from then on', async () => {
    const { hosts, connections } = connect(ok(ANSWER), AWAY);
    expect(await hosts.ask('tron', QUESTION)).toEqual(ok(ANSWER));
    expect(await hosts.ask('tron', QUESTION)).toEqual(ok(ANSWER));
    expect(countsOf(connections)).toEqual([2, 1]);
  });

  it('is asked once on each, and on none that has ended meanwhile', async () => {
    const { hosts, connections, attachments } = connect(AWAY, ok(ANSWER), AWAY);
    const [, second, third] = connections;
    if (second === undefined || third === undefined) throw new Error('there are three');
    third.ask = async () => {
      attachments[1]?.detach();
      return AWAY;
    };
    expect(await hosts.ask('tron', QUESTION)).toEqual(AWAY);
    expect(countsOf(connections)).toEqual([1, 0, 0]);
    expect(await connect().hosts.ask('tron', QUESTION)).toEqual(AWAY);
  });

  it('is not asked again after a refusal, whose reason is passed on if it is one of the call', async () => {
    const { hosts, connections } = connect(ok(ANSWER), err('ERR_SESSION_STATE' as const));
    expect(await hosts.ask('tron', QUESTION)).toEqual(err('ERR_SESSION_STATE' as const));
    const other = connect(ok(ANSWER), err('ERR_CHAT_FLOOD' as const));
    expect(await other.hosts.ask('tron', QUESTION)).toEqual(AWAY);
    expect(countsOf([...connections, ...other.connections])).toEqual([0, 1, 0, 1]);
  });
});
