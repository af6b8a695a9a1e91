import type { texts as english } from '../en/practice.ts';
import type { Like } from '../parts.ts';

export const texts: Like<typeof english> = {
  race: {
    label: 'レース',
    choose: '競う相手',
    nobody: 'なし',
    name: {
      best: '自己ベスト',
      own: '以前の自分のラウンド',
      friend: 'フレンドのラウンド',
      novice: '初級ボット',
      regular: '中級ボット',
      expert: '上級ボット',
    },
    bestOf: '自己ベスト：{score, number}',
    hint: 'どちらにも同じバブルが出ます。',
    hintRacing: 'どちらにも同じバブルが出ます。プレイ中は相手の小さな画面とリードが表示されます。',
    standing: '{lead, plural, =0 {同点} other {リード {lead, number} 点}}',
    result: {
      won: '{rival, select, best {自己ベストを {points, number} 点上回りました。} own {以前のラウンドを {points, number} 点上回りました。} friend {{points, number} 点差であなたの勝ちです。} other {ボットに {points, number} 点差で勝ちました。}}',
      lost: '{rival, select, best {自己ベストまであと {points, number} 点でした。} own {以前のラウンドに {points, number} 点届きませんでした。} friend {{points, number} 点差でフレンドの勝ちです。} other {{points, number} 点差でボットの勝ちです。}}',
      tied: '同点で引き分けです。',
    },
    raceThis: 'このラウンドと競う',
    failed: {
      title: 'レースできません',
      false: 'このリンクにはラウンドがないか、スコアが正しくありません。',
      rules: 'このルールのラウンドは練習できません。',
      battle: 'これはバトルのラウンドなので、同じバブルを練習で再現できません。',
      upgrades: 'これはアップグレードを使ったラウンドです。レースでは使えません。',
      bots: 'ボットを読み込めませんでした。接続を確認して、もう一度お試しください。',
    },
  },
  practiceUpgrades: {
    title: '練習で有効なアップグレード',
    note: '練習でも効果がありますが、TRX は獲得できません。自己ベストにも記録されません。',
    compared: 'シードや競う相手を選んだラウンドでは、アップグレードは使われません。',
    mark: 'アップグレードありの練習:',
  },
  crossChainPractice: {
    opponent: '対戦相手',
    text: '練習ボットと同じバブルで競います。もうひとつのチェーンのバブルは 1.5 倍の得点です。',
    findOpponent: '対戦相手を探す',
    stake: '練習です。参加費も TRX もなく、アップグレードは効果がありません。',
    finalScore: '最終スコア',
    overNote: '練習バトルのため、賞金も TRX もありません。',
  },
  shareRound: {
    action: '共有',
    failedTitle: '画像を作成できません',
    failedText: '画像を作成できませんでした。接続を確認して、もう一度お試しください。',
  },
};
