import { describe, expect, test } from 'vitest';
import { makeParticipant, makeSession } from '../testing/sessions.ts';
import { inListOrder, leadsIn, standingOf } from './standing.ts';

const ME = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const OTHER = 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq';
const me = { address: ME, isReachable: true };
const nobody = { address: null, isReachable: true };
const ID = 'session-0001';
const full = [0, 1].map((place) => makeParticipant(`T${place}`, { place }));

describe('how a visitor stands to a session', () => {
  test.each([
    ['join', 'a player, and there is room', makeSession(ID), me],
    ['signed-out', 'nobody is signed in', makeSession(ID), nobody],
    ['unreachable', 'the server is away', makeSession(ID), { ...me, isReachable: false }],
    ['full', 'every seat is taken', makeSession(ID, { maxPlayers: 2, participants: full }), me],
    ['elsewhere', 'another platform hosts it for a fee', makeSession(ID, { isHostedHere: false }), me],
    ['join', 'another platform hosts it for free', makeSession(ID, { isHostedHere: false, entryFeeSun: 0 }), me],
    [
      'signed-out',
      'another platform hosts it for free',
      makeSession(ID, { isHostedHere: false, entryFeeSun: 0 }),
      nobody,
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
    ['expired', 'nobody came', makeSession(ID, { status: 'expired' }), me],
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
    expect(standingOf(session, visitor)).toBe(standing);
  });

  test('leads in by a free seat, one’s own seat, or one’s own session', () => {
    expect((['join', 'own', 'return', 'full', 'signed-out', 'over'] as const).filter(leadsIn)).toEqual([
      'join',
      'own',
      'return',
    ]);
  });
});

test('what can be joined comes first, what is over last, and else the server’s order holds', () => {
  const list = [
    makeSession('session-over', { status: 'settled', creatorAddress: OTHER }),
    makeSession('session-play', { status: 'playing' }),
    makeSession('session-wait'),
    makeSession('session-late'),
  ];
  expect(inListOrder(list).map(({ id }) => id)).toEqual([
    'session-wait',
    'session-late',
    'session-play',
    'session-over',
  ]);
});
