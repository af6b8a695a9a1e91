import type { texts as english } from '../en/game-socket.ts';
import type { Like } from '../parts.ts';

/** Texts of the game socket, in Japanese. */
export const texts: Like<typeof english> = {
  gameSocket: {
    errorTitle: 'ゲームエラー',
    errorText: 'ゲーム中にエラーが起きました。',
    noticeTitle: 'ゲームからのお知らせ',
    refundedTitle: '参加費を返金しました',
    refundedText: '「{name}」は行われませんでした。参加費 {amount} TRX は Popfray 残高に戻りました。',
    seatGoneTitle: '参加費を戻しました',
    seatGoneText: '「{name}」にはもう席がありませんでした。参加費 {amount} TRX は Popfray 残高に戻りました。',
    notReadyTitle: '参加費を返金しました',
    notReadyText:
      '準備完了でなかったため、「{name}」はあなた抜きで始まります。参加費 {amount} TRX は Popfray 残高に戻りました。',
    removedTitle: 'セッションから外されました',
    removedText: '「{name}」の作成者があなたを外しました。支払いは発生していません。',
    joinedTitle: 'プレイヤーが参加',
    joinedText: '{name} さんがゲームに参加しました',
    startedTitle: 'ゲーム開始',
    startedText: 'ゲームが始まりました。がんばってください！',
  },
};
