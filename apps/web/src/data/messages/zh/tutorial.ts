import type { texts as english } from '../en/tutorial.ts';
import type { Like } from '../parts.ts';

export const texts: Like<typeof english> = {
  tutorial: {
    label: '新手教程',
    progress: '第 {step, number} 步，共 {steps, number} 步 · 尚未计时',
    next: '下一步',
    skip: '跳过教程',
    step: {
      pop: '点击或轻触泡泡来戳破它。',
      chain: '连续戳破 {times, number} 个。每戳破一个，连击就加一。',
      miss: '现在点击没有泡泡的地方：点空会让连击中断。',
      keys: '也可以用键盘玩：用方向键选择泡泡，按空格键戳破。',
      boss: '首领要打很多下，光环显示剩余生命。这一个要打 {times, number} 下。',
    },
    done: {
      pop: '戳破了！',
      chain: '这就是连击！',
      miss: '连击中断了。',
      keys: '用键盘戳破了！',
      boss: '击败首领！',
    },
    ready: '准备好了',
    readyText: '每局 {seconds, number} 秒。泡泡越小，分数越高。',
    start: '开始游戏',
  },
};
