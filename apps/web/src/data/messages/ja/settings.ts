import type { texts as english } from '../en/settings.ts';
import type { Like } from '../parts.ts';

/** The settings in Japanese. */
export const texts: Like<typeof english> = {
  settings: {
    title: '設定',
    lead: '変更はすぐに反映され、このブラウザーに保存されます。',
    sound: { title: 'サウンド', on: '音を出す', volume: '音量' },
    language: {
      title: '言語',
      note: 'ほかのプレイヤーが書いた文章はそのまま表示されます。',
      loading: 'テキストを取得中…',
    },
    motion: {
      title: '動き',
      note: '「減らす」では、飛び散る粒や画面の揺れ、切り替えのアニメーションがなくなります。バブルはいつもどおり動きます。',
      system: 'システムに合わせる',
      reduced: '減らす',
      full: 'すべて',
    },
    palette: {
      title: 'バブルの色',
      note: '「見分けやすい色」は、どのような色覚でも区別できる 7 色です。バブルの中の模様もはっきりします。',
      standard: '標準',
      distinct: '見分けやすい色',
      sample: '選んだ配色の 7 種類のバブル',
    },
    targets: {
      title: '大きなターゲット',
      note: 'すべてのボタンが大きくなります。練習ラウンドでは、バブルから {px, number} px 以内のクリックも命中になります。TRX や順位がかかる場面では、クリックした位置どおりに判定されます。',
    },
    translation: {
      title: 'チャットをこの端末で翻訳',
      note: '言語データがあればブラウザーが翻訳し、なければサーバーが翻訳します。',
    },
    frameRate: {
      title: 'フレームレート',
      note: '1 秒あたりのフレーム数と遅れたフレーム数を、フィールドの隅に表示します。',
    },
    lessons: {
      title: 'チュートリアル',
      note: '最初のラウンドの短いレッスンを、もう一度受けられます。',
      freePlay: 'フリープレイのレッスン',
      arena: 'アリーナのレッスン',
    },
    reset: {
      action: '初期設定に戻す',
      undo: '元に戻す',
      done: '初期設定に戻しました。言語は変わりません。',
      undone: '設定を元に戻しました。',
    },
  },
};
