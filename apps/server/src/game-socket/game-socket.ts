import { ok, type Result } from '@popfray/chain';
import {
  FAILURES,
  type ChatLanguage,
  type FailureCode,
  type LimitName,
  type RateLimit,
  type Seated,
  type Session,
} from '@popfray/protocol';
import { decodeClientFrame, encodeTime, FRAME } from '@popfray/protocol/battle';
import {
  isSeatAction,
  MAX_SOCKET_BYTES,
  type ActionFields,
  type GameSocketIn,
  type GameSocketOut,
} from '@popfray/protocol/socket';
import type { Gate } from '../platform/http/answer.ts';
import type { Battles, Entrance, EntranceError } from '../battles/line.ts';
import type { Context } from '../platform/context/context.ts';
import { findSession, showSession } from '../sessions/session.ts';
import { findForeign } from '../sharing/foreign.ts';
import { goesOn } from '../sign-in/sign-in.ts';
import { getLeaderboard } from '../statistics/statistics.ts';
import { createAudience, seatKey, tellAll, type Audience } from './audience.ts';
import { Bucket } from '../platform/sockets/bucket.ts';
import { parseClientMessage } from './client-message.ts';
import type { Connection, Ear } from '../platform/sockets/connection.ts';
import { relayAction } from './game-actions.ts';
import { createGameList, type GameList } from './game-list.ts';
import { actInGame, createGame, isPlaying, joinGame, leaveGame, removeFromGame, type GameError } from './games.ts';
import { startNews, statsUpdate, type News } from './news.ts';
import type { SocketServer } from '../platform/sockets/socket-server.ts';
import { findVisitor, type Visitor } from './visitor.ts';

/** What the game socket stands on. */
interface GameSocketParts {
  readonly context: Context;
  readonly gate: Gate;
  readonly battles: Battles;
}

/** What every one of its connections shares. */
interface Shared extends GameSocketParts {
  readonly audience: Audience;
  readonly games: GameList;
}

/** Opens the game server's socket, SPEC section 7, and has its clients told what happens until the news are stopped. */
export function openGameSocket(sockets: SocketServer, parts: GameSocketParts): News {
  const { context } = parts;
  const audience = createAudience();
  const shared: Shared = { ...parts, audience, games: createGameList(context) };
  sockets.add({
    path: '/ws',
    maxBytes: MAX_SOCKET_BYTES,
    accept(call) {
      const visitor = findVisitor(context, call);
      if (!visitor.ok) return visitor;
      const player = visitor.value.signIn?.address ?? null;
      return ok({ player, open: (connection) => new GameSocket(shared, connection, visitor.value) });
    },
  });
  return startNews(context, audience);
}

/** Every failure in words: the API's, and what only a socket says. */
const WORDS = {
  ...Object.fromEntries(Object.entries(FAILURES).map(([code, { message }]) => [code, message])),
  ERR_INIT: 'Say init first, and once.',
  ERR_GAME_MODE:
    'A game has the mode classic or cross-chain-battle. Free play needs no game, and tournaments are still to come.',
  ERR_ACTION_FIELDS: 'Extra fields of an action: at most 512 bytes of JSON, 4 levels deep, without reserved names.',
  ERR_SEED: 'A seed is 32 bytes as 64 hexadecimal digits, given once.',
  ERR_SEED_LATE: 'The seeds of this battle are taken.',
} as Readonly<Record<SaidCode, string>>;

/** Code of what is refused on the socket. */
type SaidCode = FailureCode | 'ERR_INIT' | 'ERR_GAME_MODE' | 'ERR_ACTION_FIELDS' | 'ERR_SEED' | 'ERR_SEED_LATE';

type Said<Type extends GameSocketIn['type']> = Extract<GameSocketIn, { readonly type: Type }>;

/** How often a client may come into a battle: each time it is told all that was played so far. */
const ENTRIES: RateLimit = { burst: 5, perMinute: 30 };

let visits = 0;

/** One client's talk with the game server. */
class GameSocket implements Ear {
  readonly #shared: Shared;
  readonly #line: Connection;
  readonly #visitor: Visitor;
  readonly #entries = new Bucket(ENTRIES);
  #isIn = false;
  /** Undone when the client is gone. */
  readonly #undo: (() => void)[] = [];
  #unwatch = (): void => undefined;
  /** The battle that the client plays in, or has played in last, and how its seat is removed from the audience. */
  #battle: { readonly sessionId: string; readonly entrance: Entrance; readonly removeSeat: () => void } | null = null;

  constructor(shared: Shared, line: Connection, visitor: Visitor) {
    this.#shared = shared;
    this.#line = line;
    this.#visitor = visitor;
  }

  text(text: string): 'taken' | 'malformed' {
    const parsed = parseClientMessage(text);
    if (!parsed.ok) return this.#malformed(parsed.error);
    const { message, fields } = parsed.value;
    if (this.#isIn === (message.type === 'init')) this.#fail('ERR_INIT');
    else if (message.type === 'game_action') this.#handleGameAction(message, fields);
    else this.#answer(message);
    return 'taken';
  }

  frame(bytes: Uint8Array): 'taken' | 'malformed' {
    if (!this.#isIn) {
      this.#fail('ERR_INIT');
      return 'taken';
    }
    if (bytes[0] === FRAME.clock) {
      const frame = decodeClientFrame(bytes);
      if (frame?.type !== 'clock') return this.#malformed();
      this.#line.send(encodeTime(frame.clientMs, this.#shared.context.now()));
      return 'taken';
    }
    if (this.#battle === null) return this.#malformed();
    return this.#battle.entrance.hear(bytes) === 'malformed' ? this.#malformed() : 'taken';
  }

  pinged(): void {
    this.#say({ type: 'ping' });
  }

  gone(): void {
    this.#leaveBattle();
    this.#unwatch();
    for (const undo of this.#undo) undo();
  }

  #answer(said: Exclude<GameSocketIn, Said<'game_action'>>): void {
    const { context, games } = this.#shared;
    switch (said.type) {
      case 'init':
        return this.#begin(said.language);
      case 'set_language':
        this.#shared.audience.languages.set(this.#line, said.language);
        return;
      case 'get_games':
        return this.#line.send(games.text());
      case 'get_leaderboard':
        return this.#say({ type: 'leaderboard', players: getLeaderboard(context) });
      case 'get_stats':
        return this.#say(statsUpdate(context));
      case 'create_game':
        return this.#act(
          'session',
          async (address) => createGame(context, address, said, this.#visitor.network),
          joined,
        );
      case 'join_game':
        return this.#act('seat', async (address) => joinGame(context, address, said), joined);
      case 'leave_game':
        return this.#act('seat', (address) => leaveGame(context, address, said), left);
      case 'remove_player':
        return this.#act('seat', (address) => removeFromGame(context, address, said), updated);
      case 'update_score':
        return this.#claim(said);
      case 'watch_session':
        return this.#watch(said);
      case 'unwatch_session':
        this.#unwatch();
        this.#unwatch = () => undefined;
        return;
      case 'ping':
        return this.#say({ type: 'pong' });
      case 'pong':
        return;
      case 'battle_enter':
        return this.#enter(said);
      case 'battle_seed':
        return this.#seed(said);
      case 'battle_leave':
        if (this.#battle?.sessionId === said.sessionId) this.#battle.entrance.leave();
    }
  }

  #begin(language: ChatLanguage = this.#visitor.language): void {
    const { context, audience } = this.#shared;
    const { signIn } = this.#visitor;
    this.#isIn = true;
    audience.languages.set(this.#line, language);
    audience.everybody.add(this.#line);
    this.#undo.push(
      context.presence.arrive(signIn?.address ?? `visit ${++visits}`),
      () => void audience.everybody.delete(this.#line),
    );
    if (signIn !== null) this.#undo.push(audience.players.add(signIn.address, this.#line));
    this.#say({ type: 'welcome', isSignedIn: signIn !== null, serverMs: Math.floor(context.now()) });
    this.#say({ type: 'player_count', count: context.presence.visitors });
  }

  /** Does something for the signed-in player, as often as the API would, and answers with what came of it. */
  #act<Done>(
    limit: LimitName,
    act: (address: string) => Result<Done, GameError> | Promise<Result<Done, GameError>>,
    answer: (done: Done) => GameSocketOut,
  ): void {
    const address = this.#player();
    if (address === null) return this.#fail('ERR_SIGNED_OUT');
    if (this.#waitMs(limit, address) > 0) return this.#fail('ERR_RATE');
    const tell = (result: Result<Done, GameError>): void =>
      result.ok ? this.#say(answer(result.value)) : this.#fail(result.error);
    const acted = act(address);
    if (!(acted instanceof Promise)) return tell(acted);
    acted.then(tell).catch((error: unknown) => this.#line.fault(error));
  }

  /** Changes a seat or starts the game, and passes every other action and all extra fields on to the other players. */
  #handleGameAction(message: Said<'game_action'>, fields: ActionFields): void {
    const { context, audience } = this.#shared;
    const { gameId, action } = message;
    if (!isSeatAction(action)) return this.#relayAction(message, fields);
    const act = (address: string): Result<Session, GameError> => {
      const acted = actInGame(context, address, gameId, action);
      if (acted.ok && Object.keys(fields).length > 0) relayAction(context, audience, address, message, fields);
      return acted;
    };
    this.#act('seat', act, updated);
  }

  /** The sender is the holder of the seat that has entered this battle by this socket, or else the signed-in player. */
  #relayAction(message: Said<'game_action'>, fields: ActionFields): void {
    const { context, audience } = this.#shared;
    const seatHolder = this.#battle?.sessionId === message.gameId ? this.#battle.entrance.userId : null;
    const playerId = seatHolder ?? this.#player();
    if (playerId === null) return this.#fail('ERR_SIGNED_OUT');
    if (this.#waitMs('action', playerId) > 0) return this.#fail('ERR_RATE');
    const relayed = relayAction(context, audience, playerId, message, fields);
    if (!relayed.ok) this.#fail(relayed.error);
  }

  /** The player's address, while the sign-in goes on that the socket was opened with. */
  #player(): string | null {
    const { signIn } = this.#visitor;
    return signIn !== null && goesOn(this.#shared.context, signIn) ? signIn.address : null;
  }

  #waitMs(limit: LimitName, address: string): number {
    const { gate } = this.#shared;
    const { network } = this.#visitor;
    return gate.networkWaitMs(network, limit) || gate.playerWaitMs(network, limit, { address, isProven: true });
  }

  /** Passes on a score that a player's page shows: the server's own follows from the inputs. */
  #claim({ gameId: sessionId, score }: Said<'update_score'>): void {
    const { context, audience } = this.#shared;
    const userId = this.#player();
    if (userId === null) return this.#fail('ERR_SIGNED_OUT');
    if (!isPlaying(context, userId, sessionId)) return this.#fail('ERR_SEAT_UNKNOWN');
    const others = audience.watchers.of(sessionId).difference(audience.players.of(userId));
    tellAll(others, { type: 'provisional_score', sessionId, userId, score });
  }

  /** Any session: what another platform hosts is chatted about here too. */
  #watch({ sessionId }: Said<'watch_session'>): void {
    const { context, audience } = this.#shared;
    this.#unwatch();
    this.#unwatch = audience.watchers.add(sessionId, this.#line);
    const row = findSession(context.db, sessionId);
    const game = row === undefined ? findForeign(context, sessionId) : showSession(context, row);
    if (game !== undefined) this.#say({ type: 'game_updated', game });
  }

  #enter({ sessionId, userId, token }: Said<'battle_enter'>): void {
    const { audience, battles, context } = this.#shared;
    if (!this.#entries.take(context.now())) return this.#fail('ERR_RATE');
    const entered = battles.enter(sessionId, userId, token, this.#line);
    if (!entered.ok) return this.#refuse(sessionId, entered.error);
    this.#leaveBattle();
    const removeSeat = audience.seats.add(seatKey(sessionId, userId), this.#line);
    this.#battle = { sessionId, entrance: entered.value, removeSeat };
  }

  #leaveBattle(): void {
    this.#battle?.entrance.drop();
    this.#battle?.removeSeat();
  }

  #seed({ sessionId, seed }: Said<'battle_seed'>): void {
    if (this.#battle?.sessionId !== sessionId) return this.#refuse(sessionId, 'ERR_SEAT_UNKNOWN');
    const given = this.#battle.entrance.giveSeed(seed);
    if (!given.ok) this.#refuse(sessionId, given.error);
  }

  #refuse(sessionId: string, code: EntranceError | 'ERR_SEED' | 'ERR_SEED_LATE'): void {
    this.#say({ type: 'battle_refused', sessionId, code, message: WORDS[code] });
  }

  #malformed(code: 'ERR_BODY' | 'ERR_ACTION_FIELDS' = 'ERR_BODY'): 'malformed' {
    this.#fail(code);
    return 'malformed';
  }

  #fail(code: SaidCode): void {
    this.#say({ type: 'error', code, message: WORDS[code] });
  }

  #say(message: GameSocketOut): void {
    this.#line.send(JSON.stringify(message));
  }
}

const joined = ({ session, payment }: Seated): GameSocketOut => ({ type: 'game_joined', game: session, payment });
const left = ({ id }: Session): GameSocketOut => ({ type: 'game_left', gameId: id });
const updated = (game: Session): GameSocketOut => ({ type: 'game_updated', game });
