import { ok, type Result } from '@popfray/engine/result';
import {
  FAILURES,
  type ChatLanguage,
  type FailureCode,
  type LimitName,
  type RateLimit,
  type Seated,
  type Session,
} from '@popfray/protocol';
import { encodeTime, type ClientFrame } from '@popfray/protocol/battle';
import {
  CLOSE,
  isSeatAction,
  MAX_SOCKET_BYTES,
  type ActionFields,
  type GameSocketIn,
  type GameSocketOut,
} from '@popfray/protocol/socket';
import type { Gate } from '../platform/http/index.ts';
import type { BattleConnectionError, Battles } from '../battles/index.ts';
import type { Context } from '../platform/context/index.ts';
import { DatabaseUnavailableError } from '../platform/database/index.ts';
import type { BattleRelay, PlayerConnection } from '../relay/index.ts';
import { findSession, isSeatToken, showSession } from '../sessions/index.ts';
import { findForeign } from '../sharing/index.ts';
import { isSignInValid } from '../sign-in/index.ts';
import { getLeaderboard } from '../statistics/index.ts';
import { createAudience, seatKey, type Audience } from './audience.ts';
import {
  Bucket,
  type Connection,
  type ConnectionListener,
  type MessageOutcome,
  type SocketServer,
} from '../platform/sockets/index.ts';
import { CLIENT_MESSAGE_CODEC, type ClientMessage, type DecodeError } from './client-message.ts';
import { relayAction } from './game-actions.ts';
import { createGameList, type GameList } from './game-list.ts';
import { actInGame, createGame, isPlaying, joinGame, leaveGame, removeFromGame, type GameError } from './games.ts';
import { startNews, statsUpdate, type News } from './news.ts';
import { findVisitor, type Visitor } from './visitor.ts';

/** What the game socket needs from the server. */
interface GameSocketDependencies {
  readonly context: Context;
  readonly gate: Gate;
  /** Connects clients to battles: those of this node, or also those of others. */
  readonly battles: Pick<Battles, 'connect'> | BattleRelay;
}

/** What all connections of the game socket share. */
interface Shared extends GameSocketDependencies {
  readonly audience: Audience;
  readonly games: GameList;
}

/** Opens the game socket, SPEC section 7, and sends its clients the news until the returned news are stopped. */
export function openGameSocket(sockets: SocketServer, parts: GameSocketDependencies): News {
  const { context } = parts;
  const audience = createAudience();
  const shared: Shared = { ...parts, audience, games: createGameList(context) };
  sockets.add({
    path: '/ws',
    codec: CLIENT_MESSAGE_CODEC,
    maxBytes: MAX_SOCKET_BYTES,
    async accept(call) {
      const visitor = await findVisitor(context, call);
      if (!visitor.ok) return visitor;
      const player = visitor.value.signIn?.address ?? null;
      return ok({ player, open: (connection) => new GameSocket(shared, connection, visitor.value) });
    },
  });
  return startNews(context, audience);
}

/** The text of every failure: those of the API, and those of the socket alone. */
const WORDS = {
  ...Object.fromEntries(Object.entries(FAILURES).map(([code, { message }]) => [code, message])),
  ERR_INIT: 'Say init first, and once.',
  ERR_GAME_MODE:
    'A game has the mode classic or cross-chain-battle. Free play needs no game, and tournaments are still to come.',
  ERR_ACTION_FIELDS: 'Extra fields of an action: at most 512 bytes of JSON, 4 levels deep, without reserved names.',
  ERR_SEED: 'A seed is 32 bytes as 64 hexadecimal digits, given once.',
  ERR_SEED_LATE: 'The seeds of this battle are taken.',
} as Readonly<Record<ErrorCode, string>>;

/** Code of a failure on the socket. */
type ErrorCode = FailureCode | 'ERR_INIT' | 'ERR_GAME_MODE' | 'ERR_ACTION_FIELDS' | 'ERR_SEED' | 'ERR_SEED_LATE';

type MessageOf<Type extends GameSocketIn['type']> = Extract<GameSocketIn, { readonly type: Type }>;

/** How often a client may connect to a battle: each time it receives everything that was played so far. */
const BATTLE_CONNECTIONS: RateLimit = { burst: 5, perMinute: 30 };

/** One client of the game socket. */
class GameSocket implements ConnectionListener<ClientMessage, DecodeError> {
  readonly #shared: Shared;
  readonly #connection: Connection;
  readonly #visitor: Visitor;
  readonly #battleConnections = new Bucket(BATTLE_CONNECTIONS);
  /** Whether the client has sent `init`. */
  #isInitialized = false;
  /** Called when the connection is closed. */
  readonly #cleanups: (() => void)[] = [];
  #unwatch = (): void => undefined;
  /** The battle that the client is playing or has played last, and how its seat is removed from the audience. */
  #battle: {
    readonly sessionId: string;
    readonly connection: PlayerConnection;
    readonly removeSeat: () => void;
  } | null = null;

  constructor(shared: Shared, connection: Connection, visitor: Visitor) {
    this.#shared = shared;
    this.#connection = connection;
    this.#visitor = visitor;
  }

  /** In a battle, because its inputs count from the time at which they are handled. */
  areFramesUrgent(): boolean {
    return this.#battle !== null;
  }

  handleMessage(received: ClientMessage): MessageOutcome | Promise<MessageOutcome> {
    return received.kind === 'frame' ? this.#handleFrame(received.frame) : this.#handleJson(received);
  }

  handleMalformed(error: DecodeError, kind: 'text' | 'frame'): MessageOutcome {
    if (kind === 'text' || this.#isInitialized) return this.#malformed(error);
    this.#fail('ERR_INIT');
    return 'accepted';
  }

  onPing(): void {
    this.#send({ type: 'ping' });
  }

  onClose(): void {
    this.#leaveBattle();
    this.#unwatch();
    for (const cleanUp of this.#cleanups) cleanUp();
  }

  #handleFrame(frame: ClientFrame): MessageOutcome {
    if (!this.#isInitialized) this.#fail('ERR_INIT');
    else if (frame.type === 'clock') this.#connection.send(encodeTime(frame.clientMs, this.#shared.context.now()));
    else if (this.#battle === null) return this.#malformed();
    else this.#battle.connection.handleInputs(frame);
    return 'accepted';
  }

  async #handleJson({ message, fields }: Exclude<ClientMessage, { readonly kind: 'frame' }>): Promise<MessageOutcome> {
    try {
      if (this.#isInitialized === (message.type === 'init')) this.#fail('ERR_INIT');
      else if (message.type === 'game_action') await this.#handleGameAction(message, fields);
      else await this.#handleText(message);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      // The message has changed nothing, so the client can repeat it. A running battle does not need the database.
      this.#shared.context.log({ event: 'notice', about: 'database', message: error.message });
      this.#fail('ERR_DATABASE_BUSY');
    }
    return 'accepted';
  }

  async #handleText(message: Exclude<GameSocketIn, MessageOf<'game_action'>>): Promise<void> {
    const { context, games } = this.#shared;
    switch (message.type) {
      case 'init':
        return this.#initialize(message.language);
      case 'set_language':
        this.#shared.audience.languages.set(this.#connection, message.language);
        return;
      case 'get_games':
        return this.#connection.send(await games.text());
      case 'get_leaderboard':
        return this.#send({ type: 'leaderboard', players: await getLeaderboard(context) });
      case 'get_stats':
        return this.#send(await statsUpdate(context));
      case 'create_game':
        return this.#act(
          'session',
          async (address) => createGame(context, address, message, this.#visitor.network),
          joined,
        );
      case 'join_game':
        return this.#act('seat', async (address) => joinGame(context, address, message), joined);
      case 'leave_game':
        return this.#act('seat', async (address) => leaveGame(context, address, message), left);
      case 'remove_player':
        return this.#act('seat', async (address) => removeFromGame(context, address, message), updated);
      case 'update_score':
        return this.#relayScore(message);
      case 'watch_session':
        return this.#watch(message);
      case 'unwatch_session':
        this.#unwatch();
        this.#unwatch = () => undefined;
        return;
      case 'ping':
        return this.#send({ type: 'pong' });
      case 'pong':
        return;
      case 'battle_enter':
        return this.#connectToBattle(message);
      case 'battle_seed':
        return this.#setSeed(message);
      case 'battle_leave':
        if (this.#battle?.sessionId === message.sessionId) this.#battle.connection.leave();
    }
  }

  #initialize(language: ChatLanguage = this.#visitor.language): void {
    const { context, audience } = this.#shared;
    const { signIn } = this.#visitor;
    this.#isInitialized = true;
    audience.languages.set(this.#connection, language);
    this.#cleanups.push(
      context.presence.addVisitor(signIn?.address ?? null),
      () => void audience.everybody.delete(this.#connection),
    );
    if (signIn !== null) this.#cleanups.push(audience.players.add(signIn.address, this.#connection));
    const count = context.presence.visitors;
    audience.everybody.set(this.#connection, count);
    this.#send({ type: 'welcome', isSignedIn: signIn !== null, serverMs: Math.floor(context.now()) });
    this.#send({ type: 'player_count', count });
  }

  /** Acts for the signed-in player within the limits of the API, and answers with the result. */
  async #act<Done>(
    limit: LimitName,
    act: (address: string) => Promise<Result<Done, GameError>>,
    answer: (done: Done) => GameSocketOut,
  ): Promise<void> {
    const address = await this.#player();
    if (address === null) return this.#fail('ERR_SIGNED_OUT');
    if ((await this.#waitMs(limit, address)) > 0) return this.#fail('ERR_RATE');
    const result = await act(address);
    if (result.ok) this.#send(answer(result.value));
    else this.#fail(result.error);
  }

  /** Changes a seat or starts the game, and passes every other action and all extra fields on to the other players. */
  async #handleGameAction(message: MessageOf<'game_action'>, fields: ActionFields): Promise<void> {
    const { context } = this.#shared;
    const { gameId, action } = message;
    if (!isSeatAction(action)) return this.#relayAction(message, fields);
    const act = async (address: string): Promise<Result<Session, GameError>> => {
      const acted = await actInGame(context, address, gameId, action);
      if (acted.ok && Object.keys(fields).length > 0) await relayAction(context, address, message, fields);
      return acted;
    };
    return this.#act('seat', act, updated);
  }

  /** The sender is the holder of the seat that has entered this battle by this socket, or else the signed-in player. */
  async #relayAction(message: MessageOf<'game_action'>, fields: ActionFields): Promise<void> {
    const { context } = this.#shared;
    const seatHolder = this.#battle?.sessionId === message.gameId ? this.#battle.connection.userId : null;
    const playerId = seatHolder ?? (await this.#player());
    if (playerId === null) return this.#fail('ERR_SIGNED_OUT');
    if ((await this.#waitMs('action', playerId)) > 0) return this.#fail('ERR_RATE');
    const relayed = await relayAction(context, playerId, message, fields);
    if (!relayed.ok) this.#fail(relayed.error);
  }

  /** The player's address, as long as the sign-in of this socket is valid. */
  async #player(): Promise<string | null> {
    const { signIn } = this.#visitor;
    return signIn !== null && (await isSignInValid(this.#shared.context, signIn)) ? signIn.address : null;
  }

  async #waitMs(limit: LimitName, address: string): Promise<number> {
    const { gate } = this.#shared;
    const { network } = this.#visitor;
    return (await gate.networkWaitMs(network, limit)) || gate.playerWaitMs(network, limit, { address, isProven: true });
  }

  /** Passes on a score that a player's page shows: the server's own follows from the inputs. */
  async #relayScore({ gameId, score }: MessageOf<'update_score'>): Promise<void> {
    const { context } = this.#shared;
    const userId = await this.#player();
    if (userId === null) return this.#fail('ERR_SIGNED_OUT');
    if (!(await isPlaying(context, userId, gameId))) return this.#fail('ERR_SEAT_UNKNOWN');
    context.bus.publish({ type: 'provisional-score', gameId, userId, score });
  }

  /** Any session: what another platform hosts is chatted about here too. */
  async #watch({ sessionId }: MessageOf<'watch_session'>): Promise<void> {
    const { context, audience } = this.#shared;
    this.#unwatch();
    this.#unwatch = audience.watchers.add(sessionId, this.#connection);
    const row = await findSession(context.db, sessionId);
    const game = row === undefined ? await findForeign(context, sessionId) : await showSession(context, row);
    if (game !== undefined) this.#send({ type: 'game_updated', game });
  }

  async #connectToBattle(message: MessageOf<'battle_enter'>): Promise<void> {
    const { audience, battles, context } = this.#shared;
    const { sessionId, userId, token, entry } = message;
    if (!this.#battleConnections.take(context.now())) return this.#fail('ERR_RATE');
    const url = await this.#findElsewhere(message);
    if (url !== null) return this.#send({ type: 'battle_elsewhere', sessionId, url });
    const connected = await battles.connect(sessionId, userId, token, this.#connection, entry);
    if (!connected.ok) {
      const { error } = connected;
      if (error !== 'ERR_BATTLE_MOVED') return this.#refuse(sessionId, error);
      return this.#connection.close(CLOSE.moved, 'another process has the battle');
    }
    this.#leaveBattle();
    const removeSeat = audience.seats.add(seatKey(sessionId, userId), this.#connection);
    this.#battle = { sessionId, connection: connected.value, removeSeat };
  }

  /** The address at which a client can enter its battle, when another node has that and the client can open another address; null otherwise. */
  async #findElsewhere({ sessionId, userId, token, direct }: MessageOf<'battle_enter'>): Promise<string | null> {
    const { battles, context } = this.#shared;
    if (direct !== true || !('findSocketUrl' in battles) || !isSeatToken(context, sessionId, userId, token))
      return null;
    return battles.findSocketUrl(sessionId);
  }

  #leaveBattle(): void {
    this.#battle?.connection.disconnect();
    this.#battle?.removeSeat();
  }

  async #setSeed({ sessionId, seed }: MessageOf<'battle_seed'>): Promise<void> {
    if (this.#battle?.sessionId !== sessionId) return this.#refuse(sessionId, 'ERR_SEAT_UNKNOWN');
    const set = await this.#battle.connection.setSeed(seed);
    if (!set.ok) this.#refuse(sessionId, set.error);
  }

  #refuse(
    sessionId: string,
    code: Exclude<BattleConnectionError, 'ERR_BATTLE_MOVED'> | 'ERR_SEED' | 'ERR_SEED_LATE',
  ): void {
    this.#send({ type: 'battle_refused', sessionId, code, message: WORDS[code] });
  }

  #malformed(code: DecodeError = 'ERR_BODY'): 'malformed' {
    this.#fail(code);
    return 'malformed';
  }

  #fail(code: ErrorCode): void {
    this.#send({ type: 'error', code, message: WORDS[code] });
  }

  #send(message: GameSocketOut): void {
    this.#connection.send(JSON.stringify(message));
  }
}

const joined = ({ session, payment }: Seated): GameSocketOut => ({ type: 'game_joined', game: session, payment });
const left = ({ id }: Session): GameSocketOut => ({ type: 'game_left', gameId: id });
const updated = (game: Session): GameSocketOut => ({ type: 'game_updated', game });
