import type { texts as english } from '../en/game-socket.ts';
import type { Like } from '../parts.ts';

/** Texts of the game socket, in Chinese (Simplified). */
export const texts: Like<typeof english> = {
  gameSocket: {
    errorTitle: '游戏错误',
    errorText: '游戏中发生错误。',
    noticeTitle: '游戏通知',
    refundedTitle: '入场费已退回',
    refundedText: '“{name}”没有进行：你的 {amount} TRX 入场费已退回 Popfray 余额。',
    seatGoneTitle: '入场费已退还',
    seatGoneText: '“{name}”已没有席位：你的 {amount} TRX 入场费已退回 Popfray 余额。',
    notReadyTitle: '入场费已退回',
    notReadyText: '你没有准备就绪，“{name}”将在没有你的情况下开始。你的 {amount} TRX 入场费已退回 Popfray 余额。',
    removedTitle: '已被移出对战',
    removedText: '“{name}”的创建者已将你移出。你没有支付任何费用。',
    joinedTitle: '玩家加入',
    joinedText: '{name} 加入了游戏',
    startedTitle: '游戏开始',
    startedText: '游戏已经开始，祝你好运！',
  },
};
