import type { texts as english } from '../en/account.ts';
import type { Like } from '../parts.ts';

/** Texts of the wallet and of signing in, in Chinese (Simplified). */
export const texts: Like<typeof english> = {
  wallet: {
    connectedTitle: '钱包已连接',
    connectedText: '已连接到 {address}',
    goneTitle: '钱包已断开',
    goneText: '你的钱包已断开连接。',
    disconnectedTitle: '已断开连接',
    disconnectedText: '已成功断开 TronLink 钱包。',
    failedTitle: '连接失败',
    failedText: '无法连接到 TronLink 钱包。',
    absentTitle: '未找到 TronLink',
    absentText: '请安装 TronLink 钱包扩展程序后继续。',
    refusedTitle: '钱包连接失败',
    refused: {
      rejected: '你取消了连接。请重试并批准连接请求。',
      timeout: '连接超时。请确认 TronLink 已解锁。需要帮助请访问 /wallet-troubleshooting。',
      incompatible:
        '检测到 TronLink 扩展程序的 API问题，这是已知的兼容性问题。需要帮助请访问 /wallet-troubleshooting。',
      absent: '未找到 TronLink 扩展程序。请从 {host} 安装',
      locked: 'TronLink 尚未就绪。请解锁钱包后重试。',
      pending: 'TronLink 正在等待你回应之前的请求。请打开它处理后再试。',
      account: 'TronLink 当前的账户与登录的账户不同。请切换回来后再试。',
      network: 'TronLink 处于其他网络。请切换到 {network} 后再试。',
      payment: '这笔付款与所请求的不符。没有支付任何款项。',
      unknown: '未知的钱包连接错误。',
    },
    otherNetworkTitle: '网络不正确',
    otherNetworkText: '付款前请先把 TronLink 切换到 {network}。',
    switchedTitle: '账户已更换',
    switchedText: '请以 {address} 登录后继续。',
    authenticationTitle: '身份验证失败',
    authenticationText: '无法创建用户资料，请重试。',
    welcomeTitle: '欢迎来到 Popfray！',
    welcomeText: '已为 {name} 创建资料',
    guestTitle: '自由练习模式',
    guestText: '正在以 {name} 的身份游玩，连接钱包即可使用全部功能',
    gameTitle: '本局完成',
    gameText: '得分：{score, number} 分已计入你的资料！',
    gameLimitText: '得分：{score, number} 分，未计入：个人资料每天（UTC）最多计入 {max, number} 局练习。',
  },
  walletMenu: {
    label: '钱包 {address}',
    balance: 'Popfray 余额',
    amount: '{amount} TRX',
    profile: '个人资料',
    admin: '管理后台',
    settings: '设置',
    disconnect: '断开连接',
  },
};
