import type { texts as english } from '../en/account.ts';
import type { Like } from '../parts.ts';

/** Texts of the wallet and of signing in, in Japanese. */
export const texts: Like<typeof english> = {
  wallet: {
    connectedTitle: 'ウォレットを接続しました',
    connectedText: '{address} に接続しました',
    goneTitle: 'ウォレットが切断されました',
    goneText: 'ウォレットとの接続が切れました。',
    disconnectedTitle: '切断しました',
    disconnectedText: 'TronLink ウォレットを切断しました。',
    failedTitle: '接続できませんでした',
    failedText: 'TronLink ウォレットに接続できません。',
    absentTitle: 'TronLink が見つかりません',
    absentText: '続けるには TronLink ウォレット拡張機能をインストールしてください。',
    refusedTitle: 'ウォレットに接続できませんでした',
    refused: {
      rejected: '接続がキャンセルされました。もう一度試して、接続を承認してください。',
      timeout:
        '接続がタイムアウトしました。TronLink のロックが解除されているか確認してください。詳しくは /wallet-troubleshooting をご覧ください。',
      incompatible:
        'TronLink 拡張機能の API に問題が見つかりました。既知の互換性の問題です。詳しくは /wallet-troubleshooting をご覧ください。',
      absent: 'TronLink 拡張機能が見つかりません。{host} からインストールしてください',
      locked: 'TronLink の準備ができていません。ウォレットのロックを解除して、もう一度お試しください。',
      pending: 'TronLink は以前のリクエストへの応答を待っています。開いて応答してから、もう一度お試しください。',
      account: 'TronLink のアカウントが、サインイン中のアカウントと異なります。元に戻してからお試しください。',
      network: 'TronLink が別のネットワークになっています。{network} に切り替えてからお試しください。',
      payment: '支払いの内容が依頼したものと異なります。何も支払われていません。',
      unknown: '不明なウォレット接続エラーです。',
    },
    otherNetworkTitle: 'ネットワークが違います',
    otherNetworkText: '支払う前に、TronLink を {network} に切り替えてください。',
    switchedTitle: 'アカウントが変わりました',
    switchedText: '続けるには {address} でサインインしてください。',
    authenticationTitle: '認証できませんでした',
    authenticationText: 'ユーザープロフィールを作成できません。もう一度お試しください。',
    welcomeTitle: 'Popfray へようこそ！',
    welcomeText: '{name} のプロフィールを作成しました',
    guestTitle: 'フリープレイモード',
    guestText: '{name} としてプレイ中です。すべての機能を使うにはウォレットを接続してください',
    gameTitle: 'ゲーム完了',
    gameText: 'スコア：{score, number} 点をプロフィールに加算しました！',
    gameLimitText:
      'スコア: {score, number} 点。プロフィールに加算される練習は 1 日（UTC）{max, number} 回までのため、加算されませんでした。',
  },
  walletMenu: {
    label: 'ウォレット {address}',
    balance: 'Popfray 残高',
    amount: '{amount} TRX',
    profile: 'プロフィール',
    admin: '管理ダッシュボード',
    settings: '設定',
    disconnect: '切断',
  },
};
