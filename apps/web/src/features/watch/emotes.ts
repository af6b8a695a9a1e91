import { EMOTES, WATCHING_CALLS, type Emote } from '@popfray/protocol';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { readText, writeText } from '../../data/storage/storage.ts';

/** The picture of each emote. */
export const EMOTE_PICTURES: Readonly<Record<Emote, string>> = {
  wave: '👋',
  clap: '👏',
  fire: '🔥',
  wow: '😮',
  laugh: '😂',
  heart: '❤️',
};

/** How long an emote is shown, ms. */
export const EMOTE_SHOWN_MS = 3_000;

/** Least time between two emotes that this page sends, ms. */
export const EMOTE_EVERY_MS = 1_500;

const MUTED_KEY = 'popfray.emotes.muted';

/** Whether the emotes of others are hidden in this browser. */
export const emotesMuted = createStore<boolean>(() => readText(MUTED_KEY) === 'true');

/** Hides or shows the emotes of others. */
export function muteEmotes(isMuted: boolean): void {
  writeText(MUTED_KEY, String(isMuted));
  emotesMuted.setState(isMuted, true);
}

/** Reads an emote from a message of a stranger; null for anything else. */
export const readEmote = (value: unknown): Emote | null => EMOTES.find((emote) => emote === value) ?? null;

/** Sends an emote to the players and spectators of a battle. Returns whether the server has taken it. */
export async function sendEmote(sessionId: string, emote: Emote): Promise<boolean> {
  try {
    await callApi(WATCHING_CALLS.sendEmote, { params: { id: sessionId }, body: { emote } });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
