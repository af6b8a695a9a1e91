import type { texts as english } from '../en/share-card.ts';
import type { Like } from '../parts.ts';

export const texts: Like<typeof english> = {
  shareCard: {
    title: '分享这一局',
    picture: '对局图片：{mode}，得分 {score, number}，最高连击 {combo, number}，种子 {seed}。',
    making: '正在生成图片…',
    failed: '此浏览器无法生成图片。你仍然可以用链接分享这一局。',
    false: '这不是一局分数属实的对局，因此没有图片。',
    save: '保存图片',
    copy: '复制图片',
    share: '分享…',
    link: '复制回放链接',
    copiedTitle: '图片已复制',
    copiedText: '现在可以粘贴到任何地方。',
    copyFailedTitle: '复制失败',
    copyFailedText: '此浏览器不允许复制图片，请改为保存。',
    shareFailedTitle: '未能分享',
    shareFailedText: '图片无法传出，请改为保存。',
    text: '{mode}：{score, number} 分。来观看，或者来超越。',
    card: {
      score: '得分',
      combo: '最高连击',
      popped: '戳破泡泡',
      seed: '种子',
      mode: { freePlay: '自由练习', arena: '竞技场', crossChain: '跨链对战', other: '对局' },
      upgrades: '使用了升级',
      call: '同样的泡泡，你能超越吗？',
    },
  },
};
