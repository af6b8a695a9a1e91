import type { texts as english } from '../en/share-card.ts';
import type { Like } from '../parts.ts';

export const texts: Like<typeof english> = {
  shareCard: {
    title: 'このラウンドを共有',
    picture: 'ラウンドの画像：{mode}、スコア {score, number}、最高コンボ {combo, number}、シード {seed}。',
    making: '画像を作成しています…',
    failed: 'このブラウザーでは画像を作成できませんでした。リンクでの共有はできます。',
    false: 'スコアを確認できないラウンドなので、画像はありません。',
    save: '画像を保存',
    copy: '画像をコピー',
    share: '共有…',
    link: 'リプレイのリンクをコピー',
    copiedTitle: '画像をコピーしました',
    copiedText: 'お好きな場所に貼り付けられます。',
    copyFailedTitle: 'コピーできませんでした',
    copyFailedText: 'このブラウザーでは画像をコピーできません。保存してお使いください。',
    shareFailedTitle: '共有できませんでした',
    shareFailedText: '画像を渡せませんでした。保存してお使いください。',
    text: '{mode}：{score, number} 点。見るもよし、超えるもよし。',
    card: {
      score: 'スコア',
      combo: '最高コンボ',
      popped: '割った数',
      seed: 'シード',
      mode: { freePlay: 'フリープレイ', arena: 'アリーナ', crossChain: 'クロスチェーンバトル', other: 'ラウンド' },
      upgrades: 'アップグレード使用',
      call: '同じバブルで、超えられますか？',
    },
  },
};
