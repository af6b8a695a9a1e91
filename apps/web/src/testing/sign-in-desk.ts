import type { Challenge, FailureCode, Platform, Player, SignedIn } from '@popfray/protocol';
import { FAILURES } from '@popfray/protocol';
import { vi } from 'vitest';
import { CHAIN } from './tronlink.ts';

/** The platform of tests with a fake wallet. */
export const PLATFORM: Platform = {
  network: { id: 'nile', name: 'Nile testnet', chainId: CHAIN, isPlayMoney: true, devNodeUrl: null },
  houseAddress: 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq',
  freeWithdrawalSun: 10_000_000,
  crossChainUrl: null,
  otherChainPrizeTo: 'house',
};

/** Creates a player in the server's format. */
export const makePlayer = (address: string, changes: Partial<Player> = {}): Player => ({
  address,
  username: `TRON_${address.slice(0, 6)}`,
  gamesPlayed: 0,
  totalScore: 0,
  preferredGameMode: 'cross-chain-battle',
  chosenGameMode: null,
  prizesTo: 'wallet',
  statistics: {
    'cross-chain-battle': { games: 0, points: 0 },
    'trx-classic': { games: 0, points: 0 },
    'free-play': { games: 0, points: 0 },
  },
  createdAt: 1_790_000_000_000,
  lastConnected: 1_790_000_000_000,
  balanceSun: 0,
  heldSun: 0,
  isOperator: false,
  ...changes,
});

/**
 * A fake of the server's sign-in, for wallets without keys. It accepts every signature. The real sign-in is tested with a wallet that can
 * sign.
 */
export interface SignInDesk {
  /** Address of the cookie's player. */
  cookie: string | null;
  /** The requests, as `POST /api/sign-in`, oldest first. */
  readonly calls: string[];
  /** Whether all requests fail. */
  isAway: boolean;
  /** Failure with which sign-ins are answered. */
  failure: FailureCode | null;
}

/**
 * A JSON response whose text resolves in a microtask. Reading a real body takes a task of the browser, and tests that advance fake timers do
 * not wait for those: on a busy machine the answer would arrive after the assertion.
 */
const respond = (value: unknown, status = 200): Response =>
  Object.assign(Response.json(value, { status }), { text: () => Promise.resolve(JSON.stringify(value)) });

/** Replaces the network with the fake. `vi.restoreAllMocks` restores it. */
export function openSignInDesk(): SignInDesk {
  const known = new Set<string>();
  const desk: SignInDesk = { cookie: null, calls: [], isAway: false, failure: null };
  const fail = (code: FailureCode): Response => {
    const { status, message } = FAILURES[code];
    return respond({ error: { code, message } }, status);
  };
  const answer = (call: string, body: string): Response => {
    switch (call) {
      case 'GET /healthz':
        return respond({ status: 'alive' });
      case 'GET /api/platform':
        return respond(PLATFORM);
      case 'GET /api/me':
        return desk.cookie === null ? fail('ERR_SIGNED_OUT') : respond(makePlayer(desk.cookie));
      case 'POST /api/sign-in/challenge':
        return respond({ nonce: 'n', text: 'Sign in', expiresAt: 1_790_000_300_000 } satisfies Challenge);
      case 'POST /api/sign-in': {
        if (desk.failure !== null) return fail(desk.failure);
        const { address } = JSON.parse(body) as { address: string };
        desk.cookie = address;
        const isNew = !known.has(address);
        known.add(address);
        return respond({ player: makePlayer(address), isNew } satisfies SignedIn);
      }
      case 'POST /api/sign-out':
        desk.cookie = null;
        return respond({});
      default:
        return fail('ERR_NOT_FOUND');
    }
  };
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const call = `${init?.method ?? 'GET'} ${typeof input === 'string' ? input : ''}`;
    desk.calls.push(call);
    if (desk.isAway) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(answer(call, typeof init?.body === 'string' ? init.body : ''));
  });
  return desk;
}
