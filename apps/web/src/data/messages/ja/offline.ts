import type { texts as english } from '../en/offline.ts';
import type { Like } from '../parts.ts';

/** Texts of the installed page, and of what is there without a connection, in Japanese. */
export const texts: Like<typeof english> = {
  device: {
    name: 'Popfray',
    description: '60 秒間、浮かぶバブルを割り続けるゲームです。フリープレイはオフラインでも遊べます。',
    freePlay: 'フリープレイ',
    arena: 'アリーナ',
    daily: 'デイリーシード',
  },
  offline: {
    works: 'オフラインでもできること',
    freePlay: 'フリープレイ',
    freePlayText: 'ラウンドはこのブラウザーに保存されます。',
    arena: 'アリーナの練習',
    arenaText: 'ボスも登場します。TRX を獲得できるラウンドにはサーバーが必要です。',
    daily: 'デイリーシード',
    dailyText: 'その日のシードを取得済みの場合に遊べます。ベストのラウンドは、接続が戻ったときに提出されます。',
    replay: 'リプレイ',
    replayText: 'リンクやファイルがあるラウンドは、どれでも再生して検証できます。',
  },
  install: {
    title: 'Popfray をインストール',
    text: 'インストールすると専用のウィンドウで開き、オフラインでも遊べます。',
    ios: 'Safari で「共有」を押し、「ホーム画面に追加」を選んでください。',
    action: 'インストール',
    dismiss: '今はしない',
    done: 'Popfray はこの端末にインストールされています。',
    elsewhere:
      'このブラウザーでは Popfray をインストールできないか、すでにインストール済みです。ブラウザーのメニューで「インストール」を探してください。',
  },
};
