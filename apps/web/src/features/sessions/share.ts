import { createStore } from 'zustand/vanilla';
import { PATHS } from '../../data/paths.ts';

/** Id of the new session whose share dialog opens as soon as it can be joined; null for none. */
export const sessionToShare = createStore<{ readonly id: string | null }>(() => ({ id: null }));

/** Invitation link of a session. */
export const makeShareLink = (id: string): string => `${location.origin}${PATHS.session}/${id}`;
