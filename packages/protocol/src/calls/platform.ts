import { about } from '../about.ts';
import { call, type Call } from '../call.ts';
import { platform } from '../platform.ts';
import { TOPICS } from './topics.ts';

/** Calls about the platform as a whole: its network, limits and information pages. */
export const PLATFORM_CALLS = {
  getPlatform: call({
    method: 'GET',
    path: '/api/platform',
    topic: TOPICS.platform,
    needsSignIn: false,
    summary: 'The network, the house and its limits.',
    answer: platform,
    failures: [],
  }),
  getAbout: call({
    method: 'GET',
    path: '/api/about',
    topic: TOPICS.platform,
    needsSignIn: false,
    summary: 'What the information pages tell: support, version, limits, known faults of the wallet extension.',
    answer: about,
    failures: [],
  }),
} as const satisfies Readonly<Record<string, Call>>;
