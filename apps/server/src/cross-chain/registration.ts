import { err, ok, type Result } from '@popfray/engine/result';
import { makeTrx, parseTrx, type Blockchain, type CROSS_CHAIN_CALLS, type Session } from '@popfray/protocol';
import type { z } from 'zod';

/** What a platform says of a session that it hosts. */
type Registration = z.output<NonNullable<typeof CROSS_CHAIN_CALLS.registerSession.body>>;

/**
 * The session that a platform registers: as it shows it, or made of the form alone, its host in the first seat. `ERR_PLATFORM` for
 * another platform's, `ERR_BODY` for one that contradicts itself or is none to be shared.
 */
export function readRegistration(
  platform: Blockchain,
  form: Registration,
  nowMs: number,
): Result<Session, 'ERR_PLATFORM' | 'ERR_BODY'> {
  const session = form.session ?? makeSession(form, nowMs);
  if (form.hostBlockchain !== platform || session?.hostBlockchain !== platform)
    return err(session === null ? 'ERR_BODY' : 'ERR_PLATFORM');
  const { id, sessionId, scope, status, participants, maxPlayers } = session;
  const isOne = id === form.sessionId && sessionId === form.sessionId;
  const isShareable = scope === 'cross-chain' && status !== 'draft';
  const players = new Set(participants.map(({ userId }) => userId));
  const isSeated = players.size === participants.length && participants.length <= maxPlayers;
  return isOne && isShareable && isSeated ? ok(session) : err('ERR_BODY');
}

/** A session as the specification's form alone tells it; null when its fee is no amount. */
function makeSession(form: Registration, nowMs: number): Session | null {
  const feeSun = parseTrx(form.entryFee);
  if (feeSun === null || feeSun > 0 !== (form.entryFeeType === 'trx')) return null;
  return {
    id: form.sessionId,
    sessionId: form.sessionId,
    scope: 'cross-chain',
    sessionName: form.sessionName,
    gameMode: 'cross-chain-battle',
    gameType: form.gameType,
    hostBlockchain: form.hostBlockchain,
    hostUsername: form.hostUsername,
    hostWalletAddress: form.hostWalletAddress,
    hostUserId: form.hostUserId,
    creatorAddress: form.hostWalletAddress,
    maxPlayers: form.maxPlayers,
    currentPlayers: 1,
    status: 'waiting',
    reason: '',
    entryFee: form.entryFee,
    entryFeeType: form.entryFeeType,
    entryFeeSun: feeSun,
    prizePool: makeTrx(feeSun * form.maxPlayers),
    prizePoolSun: feeSun * form.maxPlayers,
    paidSun: 0,
    timeLimit: form.timeLimit,
    startDelay: form.startDelay,
    revenueDistribution: form.revenueDistribution,
    createdAt: nowMs,
    expiresAt: nowMs + form.timeLimit * 1_000,
    startsAt: null,
    endedAt: null,
    isShared: true,
    isHostedHere: false,
    isQuick: false,
    allowsBots: false,
    participants: [
      {
        userId: form.hostUserId,
        username: form.hostUsername,
        walletAddress: form.hostWalletAddress,
        blockchain: form.hostBlockchain,
        place: 0,
        status: 'joined',
        isBot: false,
        isConnected: false,
        isPaid: false,
        readyUntil: null,
        score: null,
        scoreSource: null,
        position: null,
      },
    ],
    removedUserIds: [],
  };
}
