import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arena, foldEffects, type Effects, type UpgradeId } from '@popfray/engine';
import { MIN_PLAYERS, RESERVATION_MS, REVENUES } from '@popfray/protocol';
import { createTranslator } from 'use-intl/core';
import { describe, expect, test } from 'vitest';
import type { Language } from './language.ts';

const src = join(import.meta.dirname, '../..');

/** Every catalogue by its file: `en/money.ts`. */
const CATALOGUES = Object.fromEntries(
  Object.entries(import.meta.glob<object>('./*/*.json', { eager: true, import: 'default' })).map(
    ([path, catalogue]) => [path.slice('./'.length), catalogue],
  ),
);

/** The English catalogues, which define the keys. */
const ENGLISH = Object.entries(CATALOGUES).filter(([file]) => file.startsWith('en/'));

/** All components without their tests. */
const components = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.tsx') && !path.includes('.test.') && !path.startsWith('testing'),
);

/** Texts between tags, and texts in visible or announced attributes. */
const VISIBLE = [
  />\s*([A-Z][^<>{}=;]*[a-z][^<>{}=;]*)\s*<\//g,
  /\b(?:aria-label|aria-valuetext|aria-description|placeholder|title|alt)="([^"]+)"/g,
];

/** Arguments of a text, and the selectors of a plural. */
const ARGUMENT = /\{\w+(?:, \w+)?\}|=\d/g;

/** Numbers that are no figures of the rules: one, zero, times of day, standards, formats, examples, and Japanese words with a digit. */
const NO_RULE =
  /1、2 日|(?<![\d.])[01](?![\d.])|24 (?:hours|小时|時間)|00:00|TRC-20|64 (?:hex|位)|16 進数 64|12\.5|10 (?:s|秒)|6 桁|100 万|[245] (?:つ|本)|12 個|5 分|15 分後/g;

/**
 * Numbers at the desk that are no figures of the rules: of HTTP, quantiles and units in the names of statistics, the length of an address, and lengths
 * of time that are no rules of the game.
 */
const DESK_FACT =
  /500|(?:9[589]|100)\s?[%％]|34 (?:characters|个字符|文字)|(?:percentile |第 |パーセンタイル ?|)99|1,000|(?:8|12|15|24)(?= ?(?:to|至|から|～|–|-|Hz))|30 (?:days|天|日)|10 分の|15 分お待ち/g;

/** Slogans and words that contain a digit in some language, and the figure of the rules that they mean. */
const WORDS = [
  { words: /60 ?(?:seconds|秒)/g, written: 60, rule: arena.durationMs / 1_000 },
  { words: /2 人/g, written: 2, rule: MIN_PLAYERS },
  { words: /2 分(?:間|ごと)/g, written: 2, rule: RESERVATION_MS / 60_000 },
  { words: /(?:上位|位) 3 名/g, written: 3, rule: REVENUES.podium.positionsBp.length },
  { words: /7 (?:色|種類)/g, written: 7, rule: arena.colours },
  { words: /2 (?:倍|回分)/g, written: 2, rule: (effectsOf('score-multiplier')?.pointsPct ?? 0) / 100 },
  { words: /3\s倍/g, written: 3, rule: effectsOf('precision-strike')?.clickPower },
];

/** Longer texts are sentences, which wrap; a label is on one line anyway. */
const LABEL_LENGTH = 24;

function effectsOf(id: UpgradeId): Effects | undefined {
  const effects = foldEffects([id]);
  return effects.ok ? effects.value : undefined;
}

/** Every text of a catalogue with the path of its key. */
function texts(branch: object, path: readonly string[] = []): readonly (readonly [key: string, text: string])[] {
  return Object.entries(branch).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? texts(value, [...path, name])
      : [[[...path, name].join('.'), String(value)] as const],
  );
}

describe('the catalogue', () => {
  test.each(components)('contains every text that %s shows', (path) => {
    const source = readFileSync(join(src, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect(VISIBLE.flatMap((pattern) => [...source.matchAll(pattern)].map(([, words]) => words))).toEqual([]);
  });

  test('has each namespace in one file only', () => {
    const names = ENGLISH.flatMap(([, catalogue]) => Object.keys(catalogue));
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test.each(Object.entries(CATALOGUES))('contains only valid ICU messages: %s', (file, catalogue) => {
    const faults: string[] = [];
    const t = createTranslator({
      locale: file.slice(0, 2) as Language,
      messages: { texts: Object.fromEntries(texts(catalogue).map(([key, text]) => [key.replaceAll('.', '_'), text])) },
      namespace: 'texts',
      onError: (error) => faults.push(error.message),
    });
    /** A value for each argument of all texts. */
    const values = Object.fromEntries(
      texts(catalogue).flatMap(([, text]) => [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, 2])),
    );
    for (const [key] of texts(catalogue)) t(key.replaceAll('.', '_'), values);
    expect(faults).toEqual([]);
  });

  test.each(Object.entries(CATALOGUES))('has no number of a rule inside a text: %s', (file, catalogue) => {
    const exempt = [
      ARGUMENT,
      ...(file.endsWith('desk.json') ? [DESK_FACT] : []),
      NO_RULE,
      ...WORDS.map(({ words }) => words),
    ];
    const withNumber = texts(catalogue).filter(([, text]) =>
      /\d/.test(exempt.reduce((left, part) => left.replaceAll(part, ''), text.replaceAll('\u00A0', ' '))),
    );
    expect(withNumber).toEqual([]);
  });

  test('keeps a figure and its counter on one line in Japanese sentences', () => {
    const counted = /(?:\}|\d) (?:[回点個秒分人戦勝位局日倍色件名]|TRX)/;
    const broken = Object.entries(CATALOGUES)
      .filter(([file]) => file.startsWith('ja/'))
      .flatMap(([, catalogue]) =>
        texts(catalogue).filter(([, text]) => text.length > LABEL_LENGTH && counted.test(text)),
      );
    expect(broken).toEqual([]);
  });

  test.each(WORDS)('says $written in $words, as the rules do', ({ rule, written }) => {
    expect(rule).toBe(written);
  });

  test('contains each text of the specification', () => {
    const said = new Set(ENGLISH.flatMap(([, catalogue]) => texts(catalogue).map(([, text]) => text)));
    for (const text of [
      'Page Not Found',
      'Tron Network Online',
      'Cross-Chain Bridge Active',
      'Game Servers Stable',
      'Game Servers Offline',
      'Active Players',
      'TRX Earned Today',
      'No players found. Be the first to join and earn TRX!',
      'Loading leaderboard data...',
      'No active sessions. Be the first to create one!',
      'Create New Game',
      'Classic Mode',
      'Leaderboard',
      'Admin Dashboard',
      'Return to Home',
      'Join Game Lobby',
      'Back to Home',
      'No wallet required / Practice Mode',
      'Ready to Pop Some Bubbles?',
      'Click bubbles to pop them and earn points!',
      'Start Free Play',
      'Start Game',
      'Game Paused',
      'Resume',
      'Game Over!',
      'Final Score',
      'Bubbles Popped',
      'Play Again',
      'Time Left',
      'Solo Training',
      'Cross-Chain Battle',
      'Connect Wallet First',
      'Please connect your TronLink wallet for TRX earning games!',
      'Game Complete',
      'Practice Score',
      'Connect wallet to earn TRX rewards!',
      'Back to Lobby',
      'Link Copied!',
      'Copy Failed',
      'Unable to copy link. Please copy manually.',
      'Connect TronLink',
      'Connecting...',
      'Start Playing',
      'Cross-Chain Battles',
      'TronLink Not Found',
      'Please install the TronLink wallet extension to continue.',
      'Wallet Connected',
      'Connected to {address}',
      'Wallet Disconnected',
      'Your wallet has been disconnected.',
      'Disconnected',
      'Successfully disconnected from TronLink wallet.',
      'Connection Failed',
      'Unable to connect to TronLink wallet.',
      'Wallet Connection Failed',
      'Connection cancelled by user. Please try again and approve the connection.',
      'Connection timeout. Please ensure TronLink is unlocked. Visit /wallet-troubleshooting for help.',
      'TronLink extension API issue detected. This is a known compatibility problem. Visit /wallet-troubleshooting for help.',
      'TronLink extension not found. Please install from {host}',
      'Unknown wallet connection error.',
      'TronLink not ready. Please unlock your wallet and try again.',
      'Authentication Failed',
      'Unable to create user profile. Please try again.',
      'Free Play Mode',
      'Playing as {name} - Connect wallet for full features',
      'Welcome to Popfray!',
      'Profile created for {name}',
      'Score: {score, number} points added to your profile!',
      'Upgrade Store',
      'Connect Wallet',
      'Insufficient TRX',
      'Active',
      'Purchasing',
      'Upgrade Purchased!',
      'Purchase Failed',
      'Failed to purchase upgrade. Please try again.',
      'Insufficient Balance',
      'You need {price} TRX to purchase this upgrade.',
      'Wallet Required',
      'Upgrade Already Active',
      'TronLink wallet not found. Please install TronLink wallet.',
      'No wallet connected. Please connect your TronLink wallet.',
      'Transaction failed',
      'Transaction cancelled by user',
      'Transaction failed. Please try again.',
      'TRX Earned',
      'Expired',
      'Game Error',
      'An error occurred in the game.',
      'Game Notification',
      'Player Joined',
      '{name} joined the game',
      'Game Started',
      'The game has begun! Good luck!',
      'Authentication Required',
      'Please connect your TronLink wallet to create sessions.',
      'Please connect your TronLink wallet to join sessions.',
      'Payment Failed',
      'Failed to send TRX entry fee',
      'Session Creation Failed',
      'Failed to create session. Your payment was successful but session creation failed.',
      'Failed to create session',
      'Creation Failed',
      'Unable to create cross-chain session. Please try again.',
      'Session Not Found',
      'Loading Failed',
      'Unable to load session details. Please try again.',
      'Join Failed',
      'Unable to join session. Please try again.',
      'Joined Session!',
      'Invalid session URL',
      'Go to Lobby',
      'Processing Payment',
      'Payment Successful',
      'Session Created!',
      'Creator Access',
      'Multi-Chain Gaming Lobby',
      'Guest User',
      'Not Authenticated',
      'Local TRON Games',
      'No active local games. Create one to get started!',
      'No active cross-chain battles',
      'Create Battle',
      'Share Session',
      'Paid Entry',
      'Free Session',
      'Guest Mode',
      'Free Play Available',
      'Create Game',
      'Classic Battle',
      'Failed to send message',
      'Leave Game',
      'Ready Up',
      'Not Ready',
      'Start Battle',
      'Start Failed',
      'Failed to update ready status',
      'Failed to load session data',
      'Send Failed',
      'Message Sent Locally',
      'Cross-Chain Message Sent',
      'TronLink extension not detected',
      'TronLink API compatibility issues detected',
      'TronLink status checks completed',
      'TronLink extension is required to connect your wallet',
      'TronLink API Compatibility Issue',
      'Network Connection Issue',
      'Unable to connect to TRON network. Please check your internet connection.',
      'Warning: Make sure you have your seed phrase backed up before uninstalling!',
      'Extension Installed',
      'API Compatible',
      'Checking...',
    ])
      expect(said).toContain(text);
  });
});

/** Other names of Solo TRX, and the only keys that may have them: a label that the specification quotes, and search words. */
const OTHER_SOLO_NAMES = /Solo Training|Solo (?!TRX)|单人(?! TRX)|ソロ(?! TRX)/;
const QUOTED_SOLO_KEYS = new Set(['shell.json arena.mode.solo', 'faq.json faq.entries.earn-trx.tags']);

test('Solo TRX has one name, apart from labels that the specification quotes', () => {
  const found = Object.entries(CATALOGUES).flatMap(([file, catalogue]) =>
    texts(catalogue)
      .filter(([, text]) => OTHER_SOLO_NAMES.test(text))
      .map(([key]) => `${file.slice('en/'.length)} ${key}`),
  );
  expect([...new Set(found)].filter((key) => !QUOTED_SOLO_KEYS.has(key))).toEqual([]);
});
