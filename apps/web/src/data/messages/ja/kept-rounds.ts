import type { texts as english } from '../en/kept-rounds.ts';
import type { Like } from '../parts.ts';

export const texts: Like<typeof english> = {
  keptRounds: {
    title: 'あなたのラウンド',
    lead: '最近の練習 {max, number} ラウンドと自己ベストを、このブラウザーだけに保存しています。',
    loading: 'ラウンドを読み込んでいます…',
    empty: 'ラウンドはまだありません。練習ラウンドを終えるたびに、ここに表示されます。',
    play: 'ラウンドをプレイ',
    fleeting:
      'このブラウザーにはデータを保存できません。ページを閉じるとラウンドは消えます。残すには書き出してください。',
    best: 'ベスト',
    mode: { freePlay: 'フリープレイ', arena: 'アリーナ', crossChain: '練習バトル', other: '練習' },
    seed: 'シード {seed}',
    points: '{score, number} 点',
    watch: '見る',
    watchOne: '{when}、{score, number} 点のラウンドを見る',
    race: '競う',
    raceOne: '{when}、{score, number} 点のラウンドと競う',
    shareOne: '{when}、{score, number} 点のラウンドを共有',
    deleteOne: '{when}、{score, number} 点のラウンドを削除',
    deleted: 'ラウンドを削除しました。',
    undo: '元に戻す',
    more: '{count, number} 件すべてを表示',
    export: '書き出す',
    import: '読み込む',
    importedTitle: 'ラウンドを読み込みました',
    importedText:
      '{added, plural, =0 {このファイルに新しいラウンドはありませんでした。} other {# 件の新しいラウンドを追加しました。}}{refused, plural, =0 {} other {正しいラウンドではない # 件は除きました。}}',
    importFailedTitle: '読み込めませんでした',
    importFailedText: 'Popfray のラウンドのファイルではないか、読み取れません。',
  },
};
