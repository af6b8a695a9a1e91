import { fetchRow, fetchRows } from '../platform/database/raw-query.fixture.ts';
import { err, ok } from '@popfray/engine/result';
import {
  CROSS_CHAIN_CALLS as CALLS,
  LIMITS,
  NETWORK_SHARE,
  REVENUES,
  type Call,
  type FailureCode,
  type Session,
} from '@popfray/protocol';
import type { HostQuestion, PlatformNews } from '@popfray/protocol/socket';
import type { Hono } from 'hono';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../platform/database/index.ts';
import { ask, type Reply, type RequestParts } from '../testing/client.fixture.ts';
import { DIRECTORY, type DirectoryTables } from './directory.ts';
import type { Host } from '../platform/context/cross-chain-link.ts';
import type { Attachment } from './host.ts';
import { putSession } from './listing.ts';
import { createSigner, openPlatforms, signCall, type Signer } from './platform-key.ts';
import { createCrossChain, type CrossChain } from './server.ts';
import { joinForm, solWallet } from './world.fixture.ts';

// A cross-chain server alone: a session of the TRON platform's, one of the other chain's, and who may do what with them.

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const TRON = createSigner('tron', '1'.repeat(64));
const SOL = createSigner('sol', '2'.repeat(64));
const STRANGER = createSigner('sol', '3'.repeat(64));
const CREATOR = 'TMvLtEqNzy9TQ3f1NyWXLtYZfgz8Fyfgb2';
const HERE = 'session-of-tron';
const THERE = 'session-of-sol';

let clock = NOW_MS;
let server: CrossChain;
let app: Hono;
let db: Database<DirectoryTables>;
let asked: HostQuestion[];
let told: PlatformNews[];
let refusal: FailureCode | null;

/** A platform that does what it is asked. */
const host: Host = {
  async ask(question) {
    asked.push(question);
    if (refusal !== null) return Promise.resolve(err(refusal));
    const before = await shown(question.sessionId);
    const seat = question.type === 'join' ? { socketUrl: 'ws://play.example/ws', token: 'seat-token' } : null;
    return Promise.resolve(ok({ session: after(before, question), seat, revision: 0 }));
  },
  notify: async (news) => void told.push(news),
};

function after(session: Session, question: HostQuestion): Session {
  const others = session.participants.filter(
    ({ userId }) => userId !== (question.type === 'join' ? question.form.userId : question.userId),
  );
  switch (question.type) {
    case 'join':
      return {
        ...session,
        participants: [...session.participants, participant(question.form.userId, 'sol', 'reserved')],
      };
    case 'leave':
      return { ...session, participants: others };
    case 'ready':
      return { ...session, participants: [...others, participant(question.userId, 'sol', 'ready')] };
    case 'start':
      return { ...session, status: 'starting' };
  }
}

const participant = (
  userId: string,
  blockchain: 'tron' | 'sol',
  status: Session['participants'][number]['status'] = 'joined',
): Session['participants'][number] => ({
  userId,
  username: 'Visitor',
  walletAddress: userId,
  blockchain,
  place: 0,
  status,
  isBot: false,
  isConnected: false,
  isPaid: false,
  readyUntil: null,
  score: null,
  scoreSource: null,
  position: null,
});

let bearer: string;
/** The connection of the platform `tron`. */
let attachment: Attachment;
const member = solWallet('member');
const other = solWallet('other');

beforeEach(async () => {
  clock = NOW_MS;
  asked = [];
  told = [];
  refusal = null;
  const file = await openDatabase<DirectoryTables>(':memory:', DIRECTORY);
  if ('code' in file) throw new Error(file.message);
  db = file;
  let drawn = 0;
  server = createCrossChain({
    db,
    log: (entry) => {
      if (entry.event === 'fault') throw new Error(entry.stack);
    },
    now: () => clock,
    randomBytes: (count) => createHash('sha512').update(`drawn ${drawn++}`).digest().subarray(0, count),
    platforms: openPlatforms([TRON, SOL]),
    settings: {
      isBehindProxy: false,
      rateFactor: 1,
      isPartner: (call) => call.req.header('Origin') === 'https://sol.example',
    },
  });
  app = server.app;
  attachment = server.hosts.attach('tron', host);
  await attachment.settled();
  await signed(TRON, CALLS.registerSession, { body: registration() });
  await signed(SOL, CALLS.registerSession, {
    body: registration({
      sessionId: THERE,
      hostBlockchain: 'sol',
      hostUserId: other.address,
      hostWalletAddress: other.address,
    }),
  });
  bearer = (await join(member)).memberToken ?? '';
  asked = [];
  told = [];
});
afterEach(async () => {
  await server.hosts.settled();
  await db.close();
});

const registration = (changes: object = {}): object => ({
  sessionId: HERE,
  gameType: 'classic',
  hostBlockchain: 'tron',
  maxPlayers: 4,
  hostWalletAddress: CREATOR,
  hostUserId: CREATOR,
  hostUsername: 'Creator',
  sessionName: 'Evening battle',
  entryFee: '5',
  entryFeeType: 'trx',
  timeLimit: 300,
  startDelay: 30,
  revenueDistribution: REVENUES['winner-takes-all'],
  ...changes,
});

/** A listed session, straight from the database. */
const shown = async (id: string): Promise<Session> => {
  const row = await fetchRow<{ session: string }>(db, 'SELECT session FROM sessions WHERE id = ?', id);
  return JSON.parse(row?.session ?? 'null') as Session;
};

const pathOf = (call: Call, { params = {} }: RequestParts): string =>
  call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'nothing-here'));

let nonces = 0;
/** The header of a call that a platform signs, of which `changes` are made afterwards. */
function headerOf(signer: Signer, call: Call, said: RequestParts, atMs = clock): string {
  const body = call.body === undefined ? '' : JSON.stringify(said.body ?? {});
  const nonce = createHash('sha256').update(`nonce ${nonces++}`).digest().subarray(0, 16);
  return signCall(signer, { method: call.method, path: pathOf(call, said), body }, atMs, nonce);
}

const signed = async <Described extends Call>(
  signer: Signer,
  call: Described,
  said: RequestParts = {},
): Promise<Reply<Described>> =>
  ask(app, call, { ...said, headers: { Authorization: headerOf(signer, call, said), ...said.headers } });

const join = async (wallet: typeof member, id = HERE) =>
  (await ask(app, CALLS.joinSession, { params: { id }, body: joinForm(wallet, id, clock) })).value;

const asMember = (token: string): { readonly Authorization: string } => ({ Authorization: `Bearer ${token}` });

/** A session as its host has it once the battle runs. */
async function play(): Promise<void> {
  await signed(TRON, CALLS.setSessionStatus, { params: { id: HERE }, body: { status: 'playing' } });
  told = [];
}

describe('the limit of a network', () => {
  const from = async (said: RequestParts, Authorization: string, remoteAddress = '203.0.113.7') => {
    const { method } = CALLS.registerSession;
    const headers = { 'Content-Type': 'application/json', ...(Authorization !== '' && { Authorization }) };
    const init = { method, headers, body: JSON.stringify(said.body) };
    const response = await app.request(pathOf(CALLS.registerSession, said), init, {
      incoming: { socket: { remoteAddress } },
    });
    return response.status;
  };
  const said = { body: registration() };
  const most = LIMITS.session.burst * NETWORK_SHARE;

  it.each([
    ['no platform', () => ''],
    ['a platform without a signature', () => 'Popfray-Platform tron'],
    ['a platform that is not known', () => headerOf(STRANGER, CALLS.registerSession, said)],
    ['a platform, by a signature of something else', () => headerOf(TRON, CALLS.registerSession, { body: {} })],
    ['a platform, by a signature that has counted', () => used],
  ])('holds for who says to be %s', async (_, authorize) => {
    await from(said, used, '203.0.113.8');
    const statuses: number[] = [];
    for (let made = 0; made < most + 5; made++) statuses.push(await from(said, authorize()));
    expect(statuses.filter((status) => status === 401)).toHaveLength(most);
    expect(statuses.slice(most)).toEqual([429, 429, 429, 429, 429]);
  });

  it('does not hold for a platform whose signature is verified', async () => {
    for (let made = 0; made < 2 * most; made++)
      expect(await from(said, headerOf(TRON, CALLS.registerSession, said))).toBe(200);
  });

  it('ends the verification for a network that gets it wrong too often, and for no other', async () => {
    for (let made = 0; made < most + 20; made++) await from(said, headerOf(STRANGER, CALLS.registerSession, said));
    const right = (): string => headerOf(TRON, CALLS.registerSession, said);
    expect(await from(said, right())).toBe(429);
    expect(await from(said, right(), '203.0.113.8')).toBe(200);
  });

  let used = '';
  beforeEach(() => void (used = headerOf(TRON, CALLS.registerSession, said)));
});

describe('who may make which call', () => {
  const seat = { id: HERE, userId: member.address };
  const WRITES = [
    ['registerSession', CALLS.registerSession, { body: registration() }],
    ['setParticipantStatus', CALLS.setParticipantStatus, { params: seat, body: { status: 'ready' } }],
    ['setParticipantScore', CALLS.setParticipantScore, { params: seat, body: { score: 7 } }],
    ['setSessionStatus', CALLS.setSessionStatus, { params: { id: HERE }, body: { status: 'starting' } }],
    ['leaveSession', CALLS.leaveSession, { params: seat }],
    ['postChat', CALLS.postChat, { params: { id: HERE }, body: { message: 'hello' } }],
  ] as const satisfies readonly (readonly [string, Call, RequestParts])[];

  it.each(WRITES)('an anonymous caller: %s', async (_, call, said) => {
    const before = await shown(HERE);
    expect(call.callers).not.toContain('anonymous');
    expect((await ask(app, call, said)).code).toBe('ERR_PLATFORM');
    expect([await shown(HERE), asked]).toEqual([before, []]);
  });

  it.each(WRITES)('a platform that is not known: %s', async (_, call, said) => {
    expect((await signed(STRANGER, call, said)).code).toBe('ERR_PLATFORM');
  });

  it.each(WRITES)('a platform whose signature is of another call: %s', async (_, call, said) => {
    const wrong = [
      headerOf(TRON, { ...call, method: 'PATCH' }, said),
      headerOf(TRON, { ...call, path: `${call.path}/` }, said),
      headerOf(TRON, call, { ...said, body: { message: 'something else' } }),
      headerOf(TRON, call, said).replace('tron', 'sol'),
      headerOf(TRON, call, said).replace(/.$/, ''),
      headerOf(TRON, call, said).replace(/\d{13}/, String(clock + 1)),
      'Popfray-Platform',
      'Basic dHJvbjp0cm9u',
      '',
    ];
    // A call without a body has no other one.
    if ((call as Call).body === undefined) wrong.splice(2, 1);
    for (const Authorization of wrong)
      expect((await ask(app, call, { ...said, headers: { Authorization } })).code).toBe('ERR_PLATFORM');
  });

  it.each(WRITES)(
    'a platform that signed too long ago, in the future, or before this server began: %s',
    async (_, call, said) => {
      clock += 120_000;
      const times = [clock - 60_001, clock + 60_001, NOW_MS - 1];
      for (const atMs of times) {
        const headers = { Authorization: headerOf(TRON, call, said, atMs) };
        expect((await ask(app, call, { ...said, headers })).code).toBe('ERR_PLATFORM');
      }
    },
  );

  it.each(WRITES)('a platform whose signature counted before: %s', async (_, call, said) => {
    const headers = { Authorization: headerOf(TRON, call, said) };
    expect((await ask(app, call, { ...said, headers })).code).not.toBe('ERR_PLATFORM');
    clock += 59_000;
    expect((await ask(app, call, { ...said, headers })).code).toBe('ERR_PLATFORM');
  });

  it.each(WRITES)('an unknown token: %s', async (_, call, said) => {
    expect((await ask(app, call, { ...said, headers: asMember('A'.repeat(43)) })).code).toBe('ERR_PLATFORM');
  });

  it.each([
    ['registerSession', CALLS.registerSession, { body: registration() }, 'ERR_PLATFORM'],
    ['setParticipantStatus', CALLS.setParticipantStatus, { params: seat, body: { status: 'ready' } }, null],
    [
      'a status that a member has not to say',
      CALLS.setParticipantStatus,
      { params: seat, body: { status: 'finished' } },
      'ERR_SESSION_STATE',
    ],
    ['setParticipantScore', CALLS.setParticipantScore, { params: seat, body: { score: 7 } }, 'ERR_PLATFORM'],
    ['setSessionStatus', CALLS.setSessionStatus, { params: { id: HERE }, body: { status: 'starting' } }, null],
    [
      'a status that a member cannot ask for',
      CALLS.setSessionStatus,
      { params: { id: HERE }, body: { status: 'cancelled' } },
      'ERR_SESSION_STATE',
    ],
    ['leaveSession', CALLS.leaveSession, { params: seat }, null],
    ['postChat', CALLS.postChat, { params: { id: HERE }, body: { message: 'hello' } }, null],
  ] as const)('a member: %s', async (_, call: Call, said, code) => {
    expect(call.callers?.includes('member')).toBe(code !== 'ERR_PLATFORM');
    expect((await ask(app, call, { ...said, headers: asMember(bearer) })).code).toBe(code);
  });

  it.each([
    [
      'another’s status',
      CALLS.setParticipantStatus,
      { params: { id: HERE, userId: CREATOR }, body: { status: 'joined' } },
    ],
    ['another’s seat', CALLS.leaveSession, { params: { id: HERE, userId: CREATOR } }],
    [
      'a status in another session',
      CALLS.setParticipantStatus,
      { params: { id: THERE, userId: member.address }, body: { status: 'ready' } },
    ],
    ['the start of another session', CALLS.setSessionStatus, { params: { id: THERE }, body: { status: 'starting' } }],
    ['a word in another session', CALLS.postChat, { params: { id: THERE }, body: { message: 'hello' } }],
  ] as const)('a member: no %s', async (_, call: Call, said) => {
    expect((await ask(app, call, { ...said, headers: asMember(bearer) })).code).toBe('ERR_SEAT_UNKNOWN');
    expect(asked).toEqual([]);
  });

  it.each([
    ['the session’s status', CALLS.setSessionStatus, { params: { id: HERE }, body: { status: 'cancelled' } }],
    ['the session itself', CALLS.registerSession, { body: registration({ sessionName: 'Taken over' }) }],
    ['a session in the other’s name', CALLS.registerSession, { body: registration({ sessionId: 'session-new' }) }],
    ['a TRON player’s seat', CALLS.leaveSession, { params: { id: HERE, userId: CREATOR } }],
    [
      'a TRON player’s status',
      CALLS.setParticipantStatus,
      { params: { id: HERE, userId: CREATOR }, body: { status: 'left' } },
    ],
    ['a TRON player’s score', CALLS.setParticipantScore, { params: { id: HERE, userId: CREATOR }, body: { score: 0 } }],
    [
      'a TRON player’s words',
      CALLS.postChat,
      {
        params: { id: HERE },
        body: { userId: CREATOR, username: 'x', walletAddress: CREATOR, blockchain: 'tron', message: 'hello' },
      },
    ],
    [
      'a seat for a TRON player',
      CALLS.joinSession,
      { params: { id: THERE }, body: { userId: CREATOR, username: 'x', walletAddress: CREATOR, blockchain: 'tron' } },
    ],
  ] as const)('the other platform: not %s', async (_, call: Call, said) => {
    const before = await shown(HERE);
    expect((await signed(SOL, call, said)).code).toBe('ERR_PLATFORM');
    expect([await shown(HERE), asked]).toEqual([before, []]);
  });

  it('the other platform: its own player’s seat, by asking the host', async () => {
    await signed(SOL, CALLS.setParticipantStatus, { params: seat, body: { status: 'ready' } });
    await signed(SOL, CALLS.leaveSession, { params: seat });
    expect(asked).toEqual([
      { type: 'ready', sessionId: HERE, userId: member.address, isReady: true },
      { type: 'leave', sessionId: HERE, userId: member.address },
    ]);
  });
});

describe('a registration', () => {
  const list = async (changes: object) => signed(TRON, CALLS.registerSession, { body: registration(changes) });

  it('makes a session of the specification’s form, its creator in the first seat', async () => {
    expect(await shown(HERE)).toMatchObject({
      id: HERE,
      status: 'waiting',
      entryFeeSun: 5_000_000,
      prizePool: '20',
      expiresAt: NOW_MS + 300_000,
      isShared: true,
      isHostedHere: false,
      participants: [{ userId: CREATOR, blockchain: 'tron', place: 0 }, { userId: member.address }],
    });
  });

  it('changes nothing when it comes again', async () => {
    const before = await shown(HERE);
    expect((await list({ sessionName: 'Another name' })).value).toEqual(before);
    expect(told).toEqual([]);
  });

  it.each([
    ['a session of another id', { session: { id: 'session-other' } }],
    ['a session that calls itself two things', { session: { sessionId: 'session-other' } }],
    ['a local game', { session: { scope: 'local' } }],
    ['a draft', { session: { status: 'draft' } }],
    ['more players than seats', { session: { maxPlayers: 1 } }],
    ['a player twice', { session: { participants: [participant('a', 'tron'), participant('a', 'tron')] } }],
    ['a fee that is none', { sessionId: 'session-new', entryFee: 'much' }],
    ['a free session with a fee', { sessionId: 'session-new', entryFeeType: 'none' }],
    ['no name', { sessionName: '' }],
    ['a chain that is none', { hostBlockchain: 'moon' }],
    ['a field too many', { isAdmin: true }],
  ])('is refused for %s', async (_, changes) => {
    const session = 'session' in changes ? { session: { ...(await shown(HERE)), ...changes.session } } : {};
    expect((await list({ ...changes, ...session })).code).toBe('ERR_BODY');
  });

  it('is refused for one that is longer than any session', async () => {
    const session = { ...(await shown(HERE)), sessionName: 'x'.repeat(20_000) };
    expect((await list({ session, revision: 1 })).code).toBe('ERR_BODY');
  });

  it('of what is older than what is known changes nothing', async () => {
    const session = await shown(HERE);
    await list({ session: { ...session, sessionName: 'Newest' }, revision: 20 });
    await list({ session: { ...session, sessionName: 'Newest' }, revision: 40 });
    expect((await list({ session: { ...session, sessionName: 'Late' }, revision: 30 })).value.sessionName).toBe(
      'Newest',
    );
    expect((await list({ session: { ...session, sessionName: 'New' }, revision: 40 })).value.sessionName).toBe('New');
  });

  it('is over when its host says so by a word alone', async () => {
    expect((await shown(HERE)).endedAt).toBeNull();
    clock += 1_000;
    await signed(TRON, CALLS.setSessionStatus, { params: { id: HERE }, body: { status: 'cancelled' } });
    expect((await shown(HERE)).endedAt).toBe(clock);
  });

  it('takes nothing back that has ended', async () => {
    await list({ session: { ...(await shown(HERE)), status: 'cancelled' } });
    expect((await list({ session: { ...(await shown(HERE)), status: 'waiting' } })).code).toBe('ERR_SESSION_STATE');
    expect((await list({ session: { ...(await shown(HERE)), reason: 'fault' } })).value.reason).toBe('fault');
  });

  it('tells the other platform, and greets one that comes with what there is', async () => {
    const news: PlatformNews[] = [];
    await server.hosts.attach('sol', { ask: host.ask, notify: async (item) => void news.push(item) }).settled();
    expect(news).toEqual([{ type: 'session', session: await shown(HERE) }]);
    await list({ session: { ...(await shown(HERE)), sessionName: 'Renamed' }, revision: 1 });
    expect(news.at(-1)).toMatchObject({ type: 'session', session: { sessionName: 'Renamed' } });
    expect(told).toEqual([]);
  });

  it('tells every node of the other platform, and asks the one that connected last', async () => {
    const said: string[] = [];
    const connectNode = (name: string): Attachment =>
      server.hosts.attach('tron', {
        async ask(question) {
          said.push(`${name} is asked`);
          return host.ask(question);
        },
        notify: async () => void said.push(`${name} is notified`),
      });
    const [first, second] = [connectNode('first'), connectNode('second')];
    await Promise.all([first.settled(), second.settled()]);
    said.length = 0;
    const leaving: HostQuestion = { type: 'leave', sessionId: HERE, userId: member.address };
    await server.hosts.notifyPlatforms('sol', { type: 'session', session: await shown(THERE) });
    expect(said).toEqual(['first is notified', 'second is notified']);
    expect(await server.hosts.ask('tron', leaving)).toMatchObject({ ok: true });
    second.detach();
    await server.hosts.ask('tron', leaving);
    expect(said.slice(2)).toEqual(['second is asked', 'first is asked']);
  });
});

describe('joining', () => {
  const refusalOf = async (form: object, id = HERE) =>
    (await ask(app, CALLS.joinSession, { params: { id }, body: form })).code;
  const form = (changes: Parameters<typeof joinForm>[3] = {}) => joinForm(other, HERE, clock, changes);

  it.each<[string, () => object, FailureCode]>([
    ['no proof', () => ({ ...form(), proof: undefined }), 'ERR_PROOF'],
    ['another wallet’s signature', () => ({ ...form(), proof: joinForm(member, HERE, clock).proof }), 'ERR_PROOF'],
    ['another wallet’s address', () => form({ walletAddress: member.address }), 'ERR_PROOF'],
    ['a user id that is not the wallet', () => ({ ...form(), userId: member.address }), 'ERR_PROOF'],
    ['a proof that has ended', () => form({ expiresAt: clock }), 'ERR_PROOF'],
    ['a proof that lasts too long', () => form({ expiresAt: clock + 300_001 }), 'ERR_PROOF'],
    ['a proof for another session', () => form({ sessionId: THERE }), 'ERR_PROOF'],
    ['a name that was not signed', () => ({ ...form(), username: 'Another name' }), 'ERR_PROOF'],
    ['a name that cannot be', () => form({ username: '\u{202e}evil' }), 'ERR_USERNAME'],
    [
      'an end that was not signed',
      () => ({ ...form(), proof: { ...form().proof, expiresAt: clock + 1 } }),
      'ERR_PROOF',
    ],
    [
      'an address that is no key',
      () => ({ ...form(), walletAddress: 'z'.repeat(44), userId: 'z'.repeat(44) }),
      'ERR_PROOF',
    ],
    ['a signature that is none', () => ({ ...form(), proof: { ...form().proof, signature: '' } }), 'ERR_PROOF'],
    [
      'a player of the host’s own chain',
      () => form({ blockchain: 'tron', walletAddress: CREATOR }),
      'ERR_SESSION_HERE',
    ],
    ['a nonce that is none', () => form({ nonce: 'abc' }), 'ERR_BODY'],
    ['a field too many', () => ({ ...form(), isReady: true }), 'ERR_BODY'],
  ])('is refused for %s, and the host is not asked', async (_, make, code) => {
    expect(await refusalOf(make())).toBe(code);
    expect(asked).toEqual([]);
  });

  it('accepts a proof once, even when the join fails', async () => {
    const first = form();
    refusal = 'ERR_SESSION_FULL';
    expect(await refusalOf(first)).toBe('ERR_SESSION_FULL');
    refusal = null;
    expect(await refusalOf(first)).toBe('ERR_PROOF');
    expect(await refusalOf(form())).toBeNull();
  });

  it('gives no token to a player who is removed before the answer', async () => {
    let removing: Promise<unknown> | undefined;
    const remove = async (session: Session) =>
      signed(TRON, CALLS.registerSession, {
        body: registration({ session: { ...session, removedUserIds: [other.address] }, revision: 9 }),
      });
    const connected = server.hosts.attach('sol', {
      ask: host.ask,
      async notify(news) {
        if (news.type !== 'session' || !news.session.participants.some(({ userId }) => userId === other.address))
          return;
        // The join is answered when this platform has been told of the new seat.
        removing ??= remove(news.session);
        while ((await shown(HERE)).removedUserIds.length === 0) await delay(1);
      },
    });
    await connected.settled();
    expect(await refusalOf(form())).toBe('ERR_SEAT_REMOVED');
    await removing;
    expect(await fetchRows(db, 'SELECT * FROM members WHERE user_id = ?', other.address)).toEqual([]);
  });

  it('ends an earlier token of the same player', async () => {
    const again = await join(member);
    const ready = { params: { id: HERE, userId: member.address }, body: { status: 'ready' } };
    expect((await ask(app, CALLS.setParticipantStatus, { ...ready, headers: asMember(bearer) })).code).toBe(
      'ERR_PLATFORM',
    );
    expect(
      (await ask(app, CALLS.setParticipantStatus, { ...ready, headers: asMember(again.memberToken ?? '') })).code,
    ).toBeNull();
  });

  it('hands the wallet’s proof to the host, and keeps no token but its hash', async () => {
    const body = form();
    const { value } = await ask(app, CALLS.joinSession, { params: { id: HERE }, body });
    expect(asked).toEqual([{ type: 'join', sessionId: HERE, form: body }]);
    expect(value.seat).toEqual({ socketUrl: 'ws://play.example/ws', token: 'seat-token' });
    const rows = JSON.stringify(await fetchRows(db, 'SELECT * FROM members'));
    expect(rows).not.toContain(value.memberToken);
    expect(rows).not.toContain('seat-token');
  });

  it('is refused where the host is away, the session unknown or over', async () => {
    expect(await refusalOf(joinForm(solWallet('third'), THERE, clock, { blockchain: 'sol' }), THERE)).toBe(
      'ERR_SESSION_HERE',
    );
    expect(await refusalOf(form(), 'session-unknown')).toBe('ERR_SESSION_UNKNOWN');
    attachment.detach();
    expect(await refusalOf(form())).toBe('ERR_HOST_AWAY');
    await signed(TRON, CALLS.setSessionStatus, { params: { id: HERE }, body: { status: 'expired' } });
    expect(await refusalOf(form())).toBe('ERR_SESSION_CLOSED');
  });

  it('is for a platform’s own player without a proof, which the host may not be content with', async () => {
    const body = { userId: other.address, username: 'Other', walletAddress: other.address, blockchain: 'sol' };
    const { value } = await signed(SOL, CALLS.joinSession, { params: { id: HERE }, body });
    expect(value).toMatchObject({ userId: other.address, memberToken: null, seat: null });
    refusal = 'ERR_PROOF';
    expect((await signed(SOL, CALLS.joinSession, { params: { id: HERE }, body })).code).toBe('ERR_PROOF');
  });

  it('is limited by the network that it comes from, and a platform is not', async () => {
    const codes = new Set<FailureCode | null>();
    for (let turn = 0; turn < 31; turn++) codes.add(await refusalOf({ ...form(), proof: undefined }));
    expect([...codes]).toEqual(['ERR_PROOF', 'ERR_RATE']);
    const status = { params: { id: HERE, userId: CREATOR }, body: { status: 'ready' } };
    expect((await signed(TRON, CALLS.setParticipantStatus, status)).code).toBeNull();
  });

  it('passes a refusal on that is none of the call’s as a host that does not answer', async () => {
    refusal = 'ERR_BALANCE';
    expect(await refusalOf(form())).toBe('ERR_HOST_AWAY');
  });
});

describe('scores', () => {
  const params = { id: HERE, userId: member.address };
  const score = async (signer: Signer, body: object) =>
    (await signed(signer, CALLS.setParticipantScore, { params, body })).code;
  const ofMember = async () => (await shown(HERE)).participants.find(({ userId }) => userId === member.address);

  it('are the host’s verified ones, or as reported by the player’s own platform', async () => {
    await play();
    expect(await score(SOL, { score: 300 })).toBeNull();
    expect(await ofMember()).toMatchObject({ score: 300, scoreSource: 'reported' });
    expect(await score(TRON, { score: 280, position: 2 })).toBeNull();
    expect(await ofMember()).toMatchObject({ score: 280, scoreSource: 'verified', position: 2 });
    expect(await score(SOL, { score: 900 })).toBe('ERR_SESSION_STATE');
    expect(await ofMember()).toMatchObject({ score: 280, scoreSource: 'verified' });
  });

  it('that are reported at the same time all stay, and the verified one of a player above the reported one', async () => {
    await play();
    const creator = { params: { id: HERE, userId: CREATOR }, body: { score: 120 } };
    await Promise.all([
      signed(TRON, CALLS.setParticipantScore, creator),
      score(TRON, { score: 280 }),
      score(SOL, { score: 900 }),
    ]);
    expect(await ofMember()).toMatchObject({ score: 280, scoreSource: 'verified' });
    expect((await shown(HERE)).participants).toContainEqual(expect.objectContaining({ userId: CREATOR, score: 120 }));
  });

  it('that were reported stay until the host has its own', async () => {
    await play();
    const before = await shown(HERE);
    await score(SOL, { score: 300 });
    await signed(TRON, CALLS.registerSession, { body: registration({ session: before, revision: 1 }) });
    expect(await ofMember()).toMatchObject({ score: 300, scoreSource: 'reported' });
  });

  it.each([{ score: -1 }, { score: 1.5 }, { score: '7' }, { score: 10_000_001 }, { score: 1, position: 9 }, {}])(
    'cannot be %j',
    async (body) => {
      await play();
      expect(await score(TRON, body)).toBe('ERR_BODY');
    },
  );

  it('come while the battle is played, from the host also when it is settled', async () => {
    expect(await score(TRON, { score: 1 })).toBe('ERR_SESSION_STATE');
    await play();
    await signed(TRON, CALLS.setSessionStatus, { params: { id: HERE }, body: { status: 'settled' } });
    expect(await score(SOL, { score: 1 })).toBe('ERR_SESSION_STATE');
    expect(await score(TRON, { score: 1 })).toBeNull();
  });
});

describe('chat', () => {
  const say = async (message: string, id?: string) =>
    ask(app, CALLS.postChat, { params: { id: HERE }, headers: asMember(bearer), body: { message, ...(id && { id }) } });
  const history = async () =>
    (await ask(app, CALLS.getChat, { params: { id: HERE }, headers: asMember(bearer) })).value;
  const fromTron = { userId: CREATOR, username: 'Creator', walletAddress: CREATOR, blockchain: 'tron' };

  it('is relayed to the platforms that it does not come from, always as plain text', async () => {
    const html = '<img src=x onerror=alert(1)> 👩‍👩‍👧 שלום';
    const { value } = await say(html);
    expect(value).toMatchObject({
      delivery: 'cross-chain',
      message: { message: html, userId: member.address, source: 'cross-chain' },
    });
    expect(told).toEqual([{ type: 'chat', message: value.message }]);
    told = [];
    const body = { ...fromTron, id: 'message-of-tron', message: 'hello' };
    expect((await signed(TRON, CALLS.postChat, { params: { id: HERE }, body })).value.message.username).toBe('Creator');
    expect(told).toEqual([]);
    expect((await history()).map(({ message }) => message)).toEqual([html, 'hello']);
  });

  it('forgets a message when the session’s host says so, and tells the other platforms', async () => {
    await say('rude', 'message-one');
    await say('polite', 'message-two');
    const params = { id: HERE, messageId: 'message-one' };
    const headers = asMember(bearer);
    expect((await ask(app, CALLS.removeChat, { params, headers })).code).toBe('ERR_PLATFORM');
    expect((await ask(app, CALLS.removeChat, { params })).code).toBe('ERR_PLATFORM');
    expect((await signed(SOL, CALLS.removeChat, { params })).code).toBe('ERR_PLATFORM');
    expect(await history()).toHaveLength(2);
    told = [];
    expect((await signed(TRON, CALLS.removeChat, { params })).code).toBeNull();
    expect((await history()).map(({ message }) => message)).toEqual(['polite']);
    expect((await signed(TRON, CALLS.removeChat, { params })).code).toBe('ERR_CHAT_UNKNOWN');
    const elsewhere = { id: 'no-session', messageId: 'message-two' };
    expect((await signed(TRON, CALLS.removeChat, { params: elsewhere })).code).toBe('ERR_SESSION_UNKNOWN');
  });

  it('says the same once: by its id, and by its words within five seconds', async () => {
    await say('hello', 'message-one');
    await say('hello, changed', 'message-one');
    await say('hello');
    expect(await history()).toHaveLength(1);
    clock += 5_001;
    await say('hello');
    expect(await history()).toHaveLength(2);
  });

  it('stores a message even when another sender has used its id first', async () => {
    expect((await say('b', 'message-of-tron')).code).toBeNull();
    const body = { ...fromTron, id: 'message-of-tron', message: 'a' };
    expect((await signed(TRON, CALLS.postChat, { params: { id: HERE }, body })).code).toBeNull();
    const both = await history();
    expect(both.map(({ message }) => message)).toEqual(['b', 'a']);
    expect(new Set(both.map(({ id }) => id)).size).toBe(2);
  });

  it.each<[string, string, FailureCode]>([
    ['nothing', '  \n ', 'ERR_CHAT_EMPTY'],
    ['10,000 characters', 'x'.repeat(10_000), 'ERR_CHAT_LONG'],
    ['more than a request holds', 'x'.repeat(20_001), 'ERR_BODY'],
  ])('does not take %s', async (_, message, code) => {
    expect((await say(message)).code).toBe(code);
    expect(await history()).toEqual([]);
  });

  it('does not take a flood', async () => {
    for (let turn = 0; turn < 5; turn++) expect((await say(`word ${turn}`)).code).toBeNull();
    expect((await say('one more')).code).toBe('ERR_CHAT_FLOOD');
    clock += 10_000;
    expect((await say('one more')).code).toBeNull();
  });

  it('is for those with a seat: who gave it up is heard no more', async () => {
    const session = await shown(HERE);
    const participants = session.participants.filter(({ userId }) => userId !== member.address);
    await signed(TRON, CALLS.registerSession, {
      body: registration({ session: { ...session, participants }, revision: 1 }),
    });
    expect((await say('hello')).code).toBe('ERR_SEAT_UNKNOWN');
  });
});

describe('the list', () => {
  it('leaves out what its host has forgotten, and what ended a while ago; tidying forgets it with its members and its chat', async () => {
    const list = async () => (await ask(app, CALLS.listSessions)).value.map(({ id }) => id);
    await signed(SOL, CALLS.setSessionStatus, { params: { id: THERE }, body: { status: 'cancelled' } });
    expect(await list()).toEqual([HERE, THERE]);
    clock += 300_001;
    expect(await list()).toEqual([HERE]);
    clock += 600_000;
    expect(await list()).toEqual([]);
    expect((await ask(app, CALLS.getSession, { params: { id: HERE } })).code).toBeNull();
    clock += 86_400_000;
    await server.tidy();
    for (const table of ['sessions', 'members', 'messages', 'proofs'])
      expect(await fetchRows(db, `SELECT * FROM ${table}`)).toEqual([]);
  });

  it('has a share for paid sessions that free ones cannot take', async () => {
    const list = async () => (await ask(app, CALLS.listSessions)).value;
    const paid = (await list()).find(({ entryFeeSun }) => entryFeeSun > 0);
    const free = await shown(HERE);
    for (let number = 0; number < 201; number++) {
      clock += 1;
      const id = `session-free-${String(number).padStart(3, '0')}`;
      const session = { ...free, id, sessionId: id, entryFee: '0', entryFeeSun: 0, entryFeeType: 'none' as const };
      await putSession({ db, now: () => clock }, 'tron', { ...session, expiresAt: clock + 300_000 }, 1);
    }
    const listed = await list();
    expect(listed.map(({ id }) => id)).toContain(paid?.id);
    expect(listed.filter(({ entryFeeSun }) => entryFeeSun === 0)).toHaveLength(200);
  });

  it('says who may create one more free session', async () => {
    const canCreate = async () => (await ask(app, CALLS.getRateLimit, { params: { userId: CREATOR } })).value.canCreate;
    for (const sessionId of ['session-free-1', 'session-free-2', 'session-free-3']) {
      expect(await canCreate()).toBe(true);
      const body = registration({ sessionId, entryFee: '0', entryFeeType: 'none' });
      await signed(TRON, CALLS.registerSession, { body });
    }
    expect(await canCreate()).toBe(false);
  });
});

describe('pages of other origins', () => {
  it.each([
    ['https://sol.example', 'https://sol.example'],
    ['https://evil.example', null],
  ])('%s', async (Origin, allowed) => {
    const preflight = await app.request(`/api/cross-chain/sessions/${HERE}/join`, {
      method: 'OPTIONS',
      headers: {
        Origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,authorization',
      },
    });
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(allowed);
    expect(preflight.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    const read = await app.request('/api/cross-chain/sessions', { headers: { Origin } });
    expect(read.headers.get('Access-Control-Allow-Origin')).toBe(allowed);
  });
});
