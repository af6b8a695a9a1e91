import type { texts as english } from '../en/tutorial.ts';
import type { Like } from '../parts.ts';

export const texts: Like<typeof english> = {
  tutorial: {
    label: 'チュートリアル',
    progress: 'ステップ {step, number}／{steps, number} ・ 時間はまだ進みません',
    next: '次へ',
    skip: 'スキップ',
    step: {
      pop: 'バブルをクリックまたはタップして割りましょう。',
      chain: '続けて {times, number} 個割りましょう。割るたびにコンボが増えます。',
      miss: '今度は何もない所をクリックしましょう。外すとコンボが途切れます。',
      keys: 'キーボードでも遊べます。矢印キーでバブルを選び、スペースキーで割りましょう。',
      boss: 'ボスは何度も当てて倒します。輪が残りの体力です。このボスは {times, number} 回で倒せます。',
    },
    done: {
      pop: '割れました！',
      chain: 'コンボになりました！',
      miss: 'コンボが途切れました。',
      keys: 'キーで割れました！',
      boss: 'ボスを倒しました！',
    },
    ready: '準備ができました',
    readyText: '1 ラウンドは {seconds, number} 秒です。小さいバブルほど高得点です。',
    start: 'ラウンドを始める',
  },
};
