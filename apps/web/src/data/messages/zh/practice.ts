import type { texts as english } from '../en/practice.ts';
import type { Like } from '../parts.ts';

export const texts: Like<typeof english> = {
  race: {
    label: '竞速',
    choose: '竞速对手',
    nobody: '无对手',
    name: {
      best: '你的最佳成绩',
      own: '你之前的一局',
      friend: '好友的一局',
      novice: '新手机器人',
      regular: '普通机器人',
      expert: '高手机器人',
    },
    bestOf: '你的最佳成绩：{score, number}',
    hint: '双方面对完全相同的泡泡。',
    hintRacing: '双方泡泡完全相同。游戏中会显示对手的小画面和你的领先分数。',
    standing: '{lead, plural, =0 {平分} other {领先 {lead, number} 分}}',
    result: {
      won: '{rival, select, best {比你的最佳成绩高出 {points, number} 分。} own {比你之前的一局高出 {points, number} 分。} friend {你赢了 {points, number} 分。} other {你赢了机器人 {points, number} 分。}}',
      lost: '{rival, select, best {距离你的最佳成绩还差 {points, number} 分。} own {比你之前的一局少 {points, number} 分。} friend {好友赢了你 {points, number} 分。} other {机器人赢了你 {points, number} 分。}}',
      tied: '平局：分数相同。',
    },
    raceThis: '与此回放竞速',
    failed: {
      title: '无法竞速',
      false: '此链接中没有对局，或其分数不属实。',
      rules: '这种规则的对局无法在练习中进行。',
      battle: '这一局属于一场对战，其泡泡无法在练习中重现。',
      upgrades: '这一局使用了升级，竞速时不使用升级。',
      bots: '无法加载机器人。请检查网络连接后重试。',
    },
  },
  practiceUpgrades: {
    title: '练习中生效的升级',
    note: '升级在练习中同样有效，但不赚 TRX。使用升级的对局不计入个人最佳。',
    compared: '使用种子或竞速对手的对局不带升级。',
    mark: '带升级的练习：',
  },
  crossChainPractice: {
    opponent: '对手',
    text: '与练习机器人争夺完全相同的泡泡。另一条链的泡泡得分为 1.5 倍。',
    findOpponent: '寻找对手',
    stake: '练习：无需入场费，不赚 TRX，升级无效。',
    finalScore: '最终得分',
    overNote: '练习对战：没有奖金，也不赚 TRX。',
  },
  shareRound: {
    action: '分享',
    failedTitle: '无法生成图片',
    failedText: '图片生成失败。请检查网络连接后重试。',
  },
};
