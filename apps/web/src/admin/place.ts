import { useSearchParams } from 'wouter';
import { PATHS } from '../routes.ts';

/** The desk's tabs, in order; the first is for whoever names none. SPEC section 2, admin dashboard, has the first five. */
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
  'audit',
] as const;
export type Tab = (typeof TABS)[number];

/** Fewest characters that are searched for. */
export const LEAST_FIND = 3;

/** Whether a text is an address of this chain. Players of others, and bots, have ids of their own. */
export const isAddress = (text: string): boolean => /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text);

const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text);

/** A place of the desk, by its address: `/admin?tab=review&round=…`. Empty values are left out. */
export function tabPath(tab: Tab, more: Readonly<Record<string, string | undefined>> = {}): string {
  const params = new URLSearchParams({ tab });
  for (const [name, value] of Object.entries(more)) if (value !== undefined && value !== '') params.set(name, value);
  return `${PATHS.admin}?${params.toString()}`;
}

/** Where everything about an address stands. */
export const playerPath = (address: string): string => `${PATHS.admin}/player/${encodeURIComponent(address)}`;

/** Where a session's whole story stands. */
export const sessionPath = (id: string): string => `${PATHS.admin}/session/${encodeURIComponent(id)}`;

/** Where the desk is, as its address says. */
export function usePlace(): { readonly tab: Tab; readonly get: (name: string) => string } {
  const [params] = useSearchParams();
  const tab = params.get('tab');
  return { tab: isTab(tab) ? tab : TABS[0], get: (name) => params.get(name) ?? '' };
}
