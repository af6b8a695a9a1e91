/** The chat of sessions: messages, reports, mutes and verdicts. */
export { createChatTask } from './chat-task.ts';
export { parseChatText } from './chat-text.ts';
export type { ForeignChat } from './foreign-chat.ts';
export { findShownMessage, historyOf, showMessage, welcomeTo } from './message.ts';
export { findMute, mutePlayer, mutesOf } from './mute.ts';
export { openReports } from './open-reports.ts';
export { type ChatPlan, postChat } from './post.ts';
export { receiveChat } from './receive.ts';
export { addChat } from './routes.ts';
export { countReported, isHidden, judgeMessage, reportsOf, reportsOfWriter, showReport } from './verdict.ts';
