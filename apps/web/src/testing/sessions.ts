import { makeTrx, REVENUES, type Participant, type Session } from '@popfray/protocol';

/** Creates a participant in the server's format. */
export const makeParticipant = (userId: string, changed: Partial<Participant> = {}): Participant => ({
  userId,
  username: `TRON_${userId.slice(0, 6)}`,
  walletAddress: userId,
  blockchain: 'tron',
  place: 0,
  status: 'joined',
  isBot: false,
  isConnected: true,
  isPaid: false,
  readyUntil: null,
  score: null,
  scoreSource: null,
  position: null,
  ...changed,
});

/** Creates a session that waits for players, in the server's format. `feeSun` is the entry fee. */
export function makeSession(id: string, changed: Partial<Session> = {}, feeSun = 5_000_000): Session {
  const creatorAddress = changed.creatorAddress ?? 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq';
  const participants = changed.participants ?? [makeParticipant(creatorAddress)];
  const maxPlayers = changed.maxPlayers ?? 4;
  return {
    id,
    sessionId: id,
    scope: 'cross-chain',
    sessionName: 'Friday night',
    gameMode: 'cross-chain-battle',
    gameType: 'classic',
    hostBlockchain: 'tron',
    hostUsername: 'TRON_TDqkrS',
    hostWalletAddress: creatorAddress,
    hostUserId: creatorAddress,
    creatorAddress,
    maxPlayers,
    currentPlayers: participants.length,
    status: 'waiting',
    reason: '',
    entryFee: makeTrx(feeSun),
    entryFeeType: feeSun === 0 ? 'none' : 'trx',
    entryFeeSun: feeSun,
    prizePool: makeTrx(feeSun * maxPlayers),
    prizePoolSun: feeSun * maxPlayers,
    paidSun: feeSun,
    timeLimit: 300,
    startDelay: 30,
    revenueDistribution: REVENUES['winner-takes-all'],
    createdAt: Date.now(),
    expiresAt: Date.now() + 300_000,
    startsAt: null,
    endedAt: null,
    isShared: true,
    isHostedHere: true,
    isQuick: false,
    allowsBots: true,
    participants,
    removedUserIds: [],
    ...changed,
  };
}
