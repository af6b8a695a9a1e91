import type { texts as english } from '../en/offline.ts';
import type { Like } from '../parts.ts';

/** Texts of the installed page, and of what is there without a connection, in Chinese (Simplified). */
export const texts: Like<typeof english> = {
  device: {
    name: 'Popfray',
    description: '60 秒内戳破漂浮的泡泡。没有网络也能自由练习。',
    freePlay: '自由练习',
    arena: '竞技场',
    daily: '每日种子',
  },
  offline: {
    works: '没有网络也能玩的内容',
    freePlay: '自由练习',
    freePlayText: '对局会保存在此浏览器中。',
    arena: '竞技场练习',
    arenaText: '包括首领泡泡。赚取 TRX 的对局需要服务器。',
    daily: '每日种子',
    dailyText: '需事先获取当天的种子。恢复连接后，你的最佳一局会自动提交。',
    replay: '回放',
    replayText: '凡是有链接或文件的对局，都可以观看并验证。',
  },
  install: {
    title: '安装 Popfray',
    text: '安装后，它会在独立窗口中打开，没有网络也能玩。',
    ios: '在 Safari 中点按“共享”，然后选择“添加到主屏幕”。',
    action: '安装',
    dismiss: '不用了',
    done: 'Popfray 已安装在此设备上。',
    elsewhere: '此浏览器无法安装 Popfray，或者已经安装。请在浏览器菜单中查找“安装”。',
  },
};
