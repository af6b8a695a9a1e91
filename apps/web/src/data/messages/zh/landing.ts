import type { texts as english } from '../en/landing.ts';
import type { Like } from '../parts.ts';

/** Texts of the first page below what one sees at once, in Chinese (Simplified). */
export const texts: Like<typeof english> = {
  leaderboard: {
    title: '排行榜',
    note: {
      paid: '收取入场费的对战。依次按胜场、胜率和收益排名。',
      free: '不收入场费的对战，只为好玩。依次按胜场和胜率排名。',
    },
    rank: '名次',
    player: '玩家',
    network: '网络',
    earnings: '收益',
    record: '{won, number} / {played, number} 胜 · 胜率 {rate, number}%',
    amount: '{amount} {unit}',
    you: '你',
    battles: '对战类型',
    boards: { paid: '付费对战', free: '免费对战' },
    filter: '按网络筛选玩家',
    allNetworks: '全部网络',
    loading: '正在加载排行榜…',
    empty: {
      paid: '还没有玩家。来当第一个赚取 TRX 的人吧！',
      free: '还没有人打过免费对战。去大厅创建一场吧，不花一分钱。',
    },
    emptyNetwork: '这个网络还没有玩家。',
    failed: '暂时无法获取排行榜，正在重试…',
    stale: '暂时无法获取最新排名，正在重试…',
    more: '显示全部 {count, number} 名玩家',
    fewer: '收起',
  },
  activeSessions: {
    title: '进行中的对战',
    name: '对战 #{id}',
    prize: '{amount} TRX',
    prizeLabel: '奖池',
    players: '{players, number}/{max, number} 名玩家',
    status: { waiting: '等待中', starting: '即将开始', playing: '进行中' },
    mode: { 'cross-chain-battle': '跨链对战', classic: '经典' },
    loading: '正在加载对战…',
    empty: '目前没有进行中的对战，来创建第一场吧！',
    failed: '暂时无法获取对战，正在重试…',
    create: '创建新游戏',
  },
  dailyTeaser: {
    title: '每日种子',
    text: '所有人面对同样的泡泡，每天 UTC 零点更新。无需钱包：比的是榜上名次，从不涉及 TRX。',
    action: '挑战今天的种子',
  },
  howItWorks: {
    title: '玩法介绍',
    pop: { title: '戳破', text: '点击、轻触或按空格键。指针下最上层的泡泡会破裂并得分。' },
    chain: { title: '连击', text: '连续戳破会提高连击数。点空一次，连击就会中断。' },
    boss: { title: '击败首领', text: '竞技场里的首领要击中很多次，最后一击得分最高。' },
    prove: { title: '有据可查', text: '每一局都有种子和回放。分享链接，任何人都能观看并验证分数。' },
  },
};
