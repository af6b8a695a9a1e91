import { createStore } from 'zustand/vanilla';
import { PATHS } from '../routes.ts';

/** The session that was just made and is to be shared as soon as it can be joined; null when there is none. */
export const toShare = createStore<{ readonly id: string | null }>(() => ({ id: null }));

/** The link by which others come into a session. */
export const shareLink = (id: string): string => `${location.origin}${PATHS.session}/${id}`;
