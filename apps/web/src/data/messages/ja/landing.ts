import type { texts as english } from '../en/landing.ts';
import type { Like } from '../parts.ts';

/** Texts of the first page below what one sees at once, in Japanese. */
export const texts: Like<typeof english> = {
  leaderboard: {
    title: 'ランキング',
    note: {
      paid: '参加費のあるバトルの順位です。勝利数、勝率、獲得額の順で決まります。',
      free: '参加費のない、遊びのバトルの順位です。勝利数、勝率の順で決まります。',
    },
    rank: '順位',
    player: 'プレイヤー',
    network: 'ネットワーク',
    earnings: '獲得額',
    record: '{played, number} 戦 {won, number} 勝 · 勝率 {rate, number}%',
    amount: '{amount} {unit}',
    you: 'あなた',
    battles: 'バトルの種類',
    boards: { paid: '有料バトル', free: '無料バトル' },
    filter: '表示するネットワーク',
    allNetworks: 'すべて',
    loading: 'ランキングを読み込み中…',
    empty: {
      paid: 'まだプレイヤーがいません。最初の参加者になって TRX を獲得しましょう！',
      free: '無料バトルはまだ行われていません。ロビーから無料で作成できます。',
    },
    emptyNetwork: 'このネットワークのプレイヤーはまだいません。',
    failed: 'ランキングを取得できません。再試行しています…',
    stale: '最新の順位を取得できません。再試行しています…',
    more: '{count, number} 人全員を表示',
    fewer: '表示を減らす',
  },
  activeSessions: {
    title: '開催中のセッション',
    name: 'セッション #{id}',
    prize: '{amount} TRX',
    prizeLabel: '賞金プール',
    players: '{players, number}/{max, number} 人',
    status: { waiting: '待機中', starting: 'まもなく開始', playing: 'プレイ中' },
    mode: { 'cross-chain-battle': 'クロスチェーンバトル', classic: 'クラシック' },
    loading: 'セッションを読み込み中…',
    empty: '開催中のセッションはありません。最初のセッションを作りましょう！',
    failed: 'セッションを取得できません。再試行しています…',
    create: '新しいゲームを作成',
  },
  dailyTeaser: {
    title: 'デイリーシード',
    text: '全員が同じバブルに挑みます。毎日 UTC の 0 時に切り替わります。ウォレットは不要。競うのは順位だけで、TRX は関わりません。',
    action: '今日のシードに挑戦',
  },
  howItWorks: {
    title: 'しくみ',
    pop: {
      title: '割る',
      text: 'クリック、タップ、またはスペースキー。ポインターの下で一番手前のバブルが割れて得点になります。',
    },
    chain: { title: 'つなぐ', text: '続けて割るとコンボが上がります。空振りするとコンボは途切れます。' },
    boss: {
      title: 'ボスを倒す',
      text: 'アリーナのボスは何度も当てると倒れ、最後の一撃が最も高得点です。',
    },
    prove: {
      title: '証明する',
      text: 'どのラウンドにもシードとリプレイがあります。リンクを共有すれば、誰でも見てスコアを検証できます。',
    },
  },
};
