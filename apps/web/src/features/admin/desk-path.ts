import { useSearchParams } from 'wouter';
import { PATHS } from '../../data/paths.ts';

/** The desk's tabs in order; the first is the default. SPEC section 2, admin dashboard, has the first five. */
export const TABS = [
  'overview',
  'players',
  'financial',
  'system',
  'transactions',
  'review',
  'chat',
  'payouts',
  'solvency',
  'settings',
  'audit',
] as const;
export type Tab = (typeof TABS)[number];

/** Shortest search text, characters. */
export const MIN_SEARCH_LENGTH = 3;

/** Whether a text is an address of this chain. Players of other chains and bots have other ids. */
export const isAddress = (text: string): boolean => /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text);

const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text);

/** Path of a tab: `/admin?tab=review&round=…`. Empty values are left out. */
export function tabPath(tab: Tab, more: Readonly<Record<string, string | undefined>> = {}): string {
  const params = new URLSearchParams({ tab });
  for (const [name, value] of Object.entries(more)) if (value !== undefined && value !== '') params.set(name, value);
  return `${PATHS.admin}?${params.toString()}`;
}

/** Path of a player's page. */
export const playerPath = (address: string): string => `${PATHS.admin}/player/${encodeURIComponent(address)}`;

/** Path of a session's page. */
export const sessionPath = (id: string): string => `${PATHS.admin}/session/${encodeURIComponent(id)}`;

/** The current tab and query parameters. */
export function useDeskPath(): { readonly tab: Tab; readonly get: (name: string) => string } {
  const [params] = useSearchParams();
  const tab = params.get('tab');
  return { tab: isTab(tab) ? tab : TABS[0], get: (name) => params.get(name) ?? '' };
}
