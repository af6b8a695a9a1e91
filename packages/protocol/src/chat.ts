import { z } from 'zod';
import { blockchain } from './chain-name.ts';
import { storableText, timeMs } from './field.ts';

/** Longest message, in characters (UTF-16), after trimming. */
export const MAX_CHAT_TEXT = 500;
/** A text that the same player has sent within this time is not sent again, ms. SPEC section 5. */
export const SAME_TEXT_MS = 5_000;
/** Most messages of a player in `CHAT_WINDOW_MS`. */
export const CHAT_BURST = 5;
export const CHAT_WINDOW_MS = 10_000;
/** Most messages that a history shows. */
export const CHAT_HISTORY = 100;

/** Languages that chat is shown in. */
export const CHAT_LANGUAGES = ['en', 'zh', 'ja'] as const;
export type ChatLanguage = (typeof CHAT_LANGUAGES)[number];

/** Who translates, in the order in which they are asked: the reader's browser, the configured translation server, the phrase book. */
export const TRANSLATION_PROVIDERS = ['device', 'server', 'phrase-book'] as const;
export type TranslationProvider = (typeof TRANSLATION_PROVIDERS)[number];

/** A text in another language. SPEC section 3. */
export const translation = z.object({
  text: z.string(),
  /** ISO 639-1; `und` when it is unknown. */
  detectedLanguage: z.string(),
  targetLanguage: z.string(),
  provider: z.enum(TRANSLATION_PROVIDERS),
});
export type Translation = z.infer<typeof translation>;

/** A message in a session's chat. It is always shown as plain text. SPEC section 3. */
export const chatMessage = z.object({
  id: storableText,
  sessionId: storableText,
  userId: storableText,
  username: storableText,
  walletAddress: storableText,
  blockchain,
  message: storableText,
  messageType: z.enum(['text', 'system']),
  createdAt: timeMs,
  translation: translation.optional(),
  /** `cross-chain`: it came by the cross-chain server. */
  source: z.enum(['local', 'cross-chain']),
  /** The operator has removed it: its text is empty. */
  isRemoved: z.literal(true).optional(),
});
export type ChatMessage = z.infer<typeof chatMessage>;
export const chatMessageList = z.array(chatMessage);

/** A message as its writer's page sends it. SPEC section 7; who writes is decided by the sign-in, not by these fields. */
export const chatForm = z.strictObject({
  /** Made by the page: the same again is the same message. */
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/)
    .optional(),
  userId: z.union([z.string().max(100), z.number()]).optional(),
  username: z.string().max(200).optional(),
  walletAddress: z.string().max(100).optional(),
  blockchain: blockchain.optional(),
  message: z.string().max(20_000),
  messageType: z.literal('text').default('text'),
});

/** A sent message, and how far it got. `local`: the cross-chain server did not take it yet. */
export const chatSent = z.object({ message: chatMessage, delivery: z.enum(['cross-chain', 'local']) });
export type ChatSent = z.infer<typeof chatSent>;

/** What is to be translated: either a chat message by its id, for everyone, or a text of a signed-in player. SPEC section 7. */
export const translateForm = z
  .strictObject({
    text: storableText.min(1).max(2_000).optional(),
    messageId: storableText.min(1).max(64).optional(),
    targetLanguage: z.enum(['auto', ...CHAT_LANGUAGES]).default('auto'),
  })
  .refine(({ text, messageId }) => (text === undefined) !== (messageId === undefined), { path: ['text'] });

/** The result of a translation. `success` is false when the text cannot be translated, and `translated` is then the text itself. */
export const translated = z.object({
  success: z.boolean(),
  translated: z.string(),
  detectedLanguage: z.string(),
  targetLanguage: z.string(),
  /** Who translated it; null when it is returned unchanged. */
  provider: z.enum(['server', 'phrase-book']).nullable(),
});
export type Translated = z.infer<typeof translated>;
