import type { texts as english } from '../en/kept-rounds.ts';
import type { Like } from '../parts.ts';

export const texts: Like<typeof english> = {
  keptRounds: {
    title: '你的对局',
    lead: '最近 {max, number} 局练习以及你的最佳对局，仅保存在此浏览器中。',
    loading: '正在读取你的对局…',
    empty: '还没有对局。你完成的每一局练习都会出现在这里。',
    play: '来玩一局',
    fleeting: '此浏览器不为本页保存数据：关闭页面后这些对局就会消失。如需保留，请先导出。',
    best: '最佳',
    mode: { freePlay: '自由练习', arena: '竞技场', crossChain: '练习对战', other: '练习' },
    seed: '种子 {seed}',
    points: '{score, number} 分',
    watch: '观看',
    watchOne: '观看 {when} 得 {score, number} 分的一局',
    race: '竞速',
    raceOne: '与 {when} 得 {score, number} 分的一局竞速',
    shareOne: '分享 {when} 得 {score, number} 分的一局',
    deleteOne: '删除 {when} 得 {score, number} 分的一局',
    deleted: '对局已删除。',
    undo: '撤销',
    more: '显示全部 {count, number} 局',
    export: '导出',
    import: '导入',
    importedTitle: '对局已导入',
    importedText:
      '{added, plural, =0 {此文件中没有新的对局。} other {新增 # 局。}}{refused, plural, =0 {} other {有 # 项不是有效的对局，已略过。}}',
    importFailedTitle: '未导入任何内容',
    importFailedText: '这不是 Popfray 的对局文件，或者无法读取。',
  },
};
