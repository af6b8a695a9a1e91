import type { texts as english } from '../en/settings.ts';
import type { Like } from '../parts.ts';

/** The settings in Chinese (Simplified). */
export const texts: Like<typeof english> = {
  settings: {
    title: '设置',
    lead: '所有更改立即生效，并保存在此浏览器中。',
    sound: { title: '声音', on: '开启声音', volume: '音量' },
    language: {
      title: '语言',
      note: '其他玩家写的内容保持原样。',
      loading: '正在获取文本…',
    },
    motion: {
      title: '动态效果',
      note: '“减弱”会关闭粒子、震动和过渡动画，泡泡照常漂浮。',
      system: '跟随系统',
      reduced: '减弱',
      full: '完整',
    },
    palette: {
      title: '泡泡颜色',
      note: '“易于区分”采用七种无论何种色觉都能分辨的颜色，并在每个泡泡里绘制醒目的图案。',
      standard: '标准',
      distinct: '易于区分',
      sample: '所选配色下的七种泡泡',
    },
    targets: {
      title: '大号目标',
      note: '放大所有按钮。在练习局中，点击偏离泡泡不超过 {px, number} 像素也算命中；凡涉及 TRX 或排名，每次点击都按实际位置判定。',
    },
    translation: {
      title: '在本设备上翻译聊天',
      note: '有语言数据时由浏览器自行翻译，否则由服务器翻译。',
    },
    frameRate: {
      title: '帧率',
      note: '在游戏区一角显示每秒帧数和延迟帧数。',
    },
    lessons: {
      title: '新手教程',
      note: '再次体验第一局的简短教程。',
      freePlay: '自由练习教程',
      arena: '竞技场教程',
    },
    reset: {
      action: '恢复默认设置',
      undo: '撤销恢复',
      done: '已恢复默认设置，语言保持不变。',
      undone: '已还原你的设置。',
    },
  },
};
