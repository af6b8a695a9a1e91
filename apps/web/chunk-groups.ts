import type { Rolldown } from 'vite';

/** The screen of a round. Its chunk contains what these modules import, except what is in another group. */
const ROUND = /\/features\/(?:play-screen\/(?:PlayScreen|Round(?:Ready|Paused|End))|play\/play-session)\.tsx?$/;

/** The engine, and what removes the track of a replay. Outside of this group that would be in the chunk of a round, and every page with a link to a replay would load that chunk. */
const ENGINE = /\/engine\/src\/(?!bot\.ts)|\/battle\/without-track\.ts$|\/links\/short-replay\.ts$/;

/** Small modules that most screens need. In a chunk of a round every screen would load that chunk. */
const SHARED =
  /\/src\/(?:ui\/(?:Screen|time-bar)|features\/(?:wallet\/WalletAction|landing\/amount|errors\/LazyPart|attract\/lazy-parts)|data\/(?:messages\/trx|game-socket\/lost-seats|settings\/palette|account\/pending-practice|api\/use-after-load))\.tsx?$|\/engine\/src\/(?:result|units)\.ts$/;

/** What every screen with queries needs. */
const QUERIES =
  /\/src\/(?:data\/api\/(?:Queries|call-api|failure-text|retry|clock)|ui\/(?:QueryState|Button))\.tsx?$|\/react-query\/build\/modern\/(?:useQuery|useMutation|queryOptions)\.js$|\/protocol\/src\/calls\/(?:platform|topics)\.ts$|\/zod\/v4\/classic\/(?:coerce|iso)\.js$/;

/** What most screens with lists need, and the first page does not. */
const LISTS = /\/src\/ui\/(?:Badge|ChainDot|Segmented)\.tsx$/;

/** What every screen with a dialog needs. */
const DIALOGS = /\/src\/ui\/(?:Dialog|DialogEnd|Facts)\.tsx$/;

/** What every screen with the wallet needs. */
const WALLET = /\/tron\/src\/browser\/(?:tronlink-wallet|deep-link)\.ts$|\/src\/data\/wallet\/wallet\.ts$/;

/** What lists of rounds and battles need. */
const RECORDS = /\/protocol\/src\/(?:round|held-share|statistics)\.ts$/;

/** What every WebSocket needs. */
const SOCKETS = /\/react\/src\/reconnecting-socket\.ts$|\/src\/data\/game-socket\/(?:socket-url|presence)\.ts$/;

/** What every screen with payments needs. */
const PAYMENTS =
  /\/src\/(?:features\/payments\/(?:payment-result|pay-source|wallet-error-text|PayChoice|PausedNotice|signing)|data\/messages\/upgrade-name)\.tsx?$/;

/** What every screen about battles needs. */
const BATTLES = /\/src\/features\/sessions\/(?:hosted|Terms|ShareDialog)\.tsx?$|\/protocol\/src\/battle\/messages\.ts$/;

/** What every information page needs. */
const INFO = /\/src\/features\/info\/(?:InfoPage|server|facts|Note|Picture)\.tsx?$/;

/**
 * Chunks of modules that several screens need, each with what its modules import. A module belongs to the first group that contains it. A
 * module outside of these groups is in a chunk with the other modules that the same screens need: without groups a screen with payments
 * loaded up to 70 chunks, which is a second on a slow phone.
 *
 * The modules that every page needs are two chunks: more would cost requests, one would be evaluated in a single long task. One small
 * module is a third, which a prerendered page loads before them. The modules that every round needs are three chunks, in part shared with other
 * screens: split into twenty they would be 10 % larger.
 */
export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: 'early-input', test: /\/app\/early-input\.ts$/ },
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, tags: ['$initial'] },
  { name: 'first', test: /\/(?:node_modules|packages|src)\/(?!app\/main\.tsx)/, tags: ['$initial'] },
  { name: 'shared', test: SHARED },
  { name: 'rules', test: /\/engine\/src\/(?:free-play|cross-chain|upgrades)\.ts$/ },
  { name: 'engine', test: ENGINE },
  { name: 'round-screen', test: ROUND },
  { name: 'screens', test: /\/src\/ui\/screens\.css$/ },
  { name: 'queries', test: QUERIES },
  { name: 'lists', test: LISTS },
  { name: 'dialogs', test: DIALOGS },
  { name: 'info', test: INFO },
  { name: 'wallet-toasts', test: /\/src\/data\/wallet\/toasts\.ts$/ },
  { name: 'wallet', test: WALLET },
  { name: 'payments', test: PAYMENTS },
  { name: 'records', test: RECORDS },
  { name: 'sockets', test: SOCKETS },
  { name: 'battles', test: BATTLES },
];
