import { describe, expect, test } from 'vitest';
import { makeParticipant, makeSession } from '../../testing/sessions.ts';
import { sortSessions, canEnter, roleOf } from './visitor-role.ts';

const ME = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const OTHER = 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq';
const me = { address: ME, isReachable: true };
const signedOut = { address: null, isReachable: true };
const ID = 'session-0001';
const full = [0, 1].map((place) => makeParticipant(`T${place}`, { place }));

describe('the role of a visitor in a session', () => {
  test.each([
    ['join', 'a player, and there is room', makeSession(ID), me],
    ['signed-out', 'no player is signed in', makeSession(ID), signedOut],
    ['unreachable', 'the server is away', makeSession(ID), { ...me, isReachable: false }],
    ['full', 'every seat is taken', makeSession(ID, { maxPlayers: 2, participants: full }), me],
    ['elsewhere', 'another platform hosts it for a fee', makeSession(ID, { isHostedHere: false }), me],
    ['join', 'another platform hosts it for free', makeSession(ID, { isHostedHere: false, entryFeeSun: 0 }), me],
    [
      'signed-out',
      'another platform hosts it for free',
      makeSession(ID, { isHostedHere: false, entryFeeSun: 0 }),
      signedOut,
    ],
    [
      'unreachable',
      'the server is away',
      makeSession(ID, { isHostedHere: false, entryFeeSun: 0 }),
      { ...me, isReachable: false },
    ],
    ['started', 'its countdown runs', makeSession(ID, { status: 'starting' }), me],
    ['started', 'it is played', makeSession(ID, { status: 'playing' }), me],
    ['over', 'it is settled', makeSession(ID, { status: 'settled' }), me],
    ['over', 'it was cancelled', makeSession(ID, { status: 'cancelled' }), me],
    ['expired', 'no other player joined', makeSession(ID, { status: 'expired' }), me],
    ['own', 'it is the player’s', makeSession(ID, { creatorAddress: ME }), me],
    ['own', 'it is the player’s, and not paid', makeSession(ID, { creatorAddress: ME, status: 'draft' }), me],
    ['over', 'it was the player’s', makeSession(ID, { creatorAddress: ME, status: 'settled' }), me],
    ['removed', 'the creator has removed the player', makeSession(ID, { removedUserIds: [ME] }), me],
    ['return', 'the player has a seat', makeSession(ID, { participants: [makeParticipant(ME)] }), me],
    [
      'return',
      'the player plays in it',
      makeSession(ID, { status: 'playing', participants: [makeParticipant(ME)] }),
      me,
    ],
    [
      'return',
      'the player has a seat, and it is full',
      makeSession(ID, { maxPlayers: 2, participants: [...full.slice(1), makeParticipant(ME)] }),
      me,
    ],
    [
      'join',
      'the player has left it',
      makeSession(ID, { participants: [makeParticipant(ME, { status: 'left' })] }),
      me,
    ],
  ])('is %s when %s', (standing, _, session, visitor) => {
    expect(roleOf(session, visitor)).toBe(standing);
  });

  test('allows entering with a free seat, an own seat, or an own session', () => {
    expect((['join', 'own', 'return', 'full', 'signed-out', 'over'] as const).filter(canEnter)).toEqual([
      'join',
      'own',
      'return',
    ]);
  });
});

test('sessions that can be joined are first, ended ones last, and otherwise the server’s order is kept', () => {
  const list = [
    makeSession('session-over', { status: 'settled', creatorAddress: OTHER }),
    makeSession('session-play', { status: 'playing' }),
    makeSession('session-wait'),
    makeSession('session-late'),
  ];
  expect(sortSessions(list).map(({ id }) => id)).toEqual([
    'session-wait',
    'session-late',
    'session-play',
    'session-over',
  ]);
});
