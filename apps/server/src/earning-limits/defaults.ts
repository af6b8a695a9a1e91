import { SUN_PER_TRX } from '@popfray/protocol';
import type { SettingValues } from '../platform/config/index.ts';

/**
 * The settings of an operator who has changed none: docs/operations.md. On the dev chain with play money a new account may earn enough
 * for a day of development, and no withdrawal waits.
 */
export const defaultSettings = (isDevChain: boolean): SettingValues => ({
  'round-cap': 25 * SUN_PER_TRX,
  'new-account-cap': (isDevChain ? 50 : 10) * SUN_PER_TRX,
  'growth-day': 5 * SUN_PER_TRX,
  'growth-round': SUN_PER_TRX / 2,
  'growth-deposit': 100,
  'network-cap': 2,
  'hour-share': 10,
  'first-withdrawal-wait': isDevChain ? 0 : 24,
});
