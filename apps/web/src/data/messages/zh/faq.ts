import type { texts as english } from '../en/faq.ts';
import type { Like } from '../parts.ts';

/** The questions and answers in Chinese (Simplified). The rules of the English ones. */
export const texts: Like<typeof english> = {
  faq: {
    screen: '常见问题',
    title: '常见问题',
    lead: '{count, number} 个简短的回答。每个都有自己的链接，方便发给提问的人。',
    search: '搜索问题',
    placeholder: '搜索，例如：提现',
    clear: '清除搜索',
    category: '类别',
    all: '全部',
    categories: {
      general: '综合',
      earning: '收益',
      wallet: '钱包',
      gameplay: '玩法',
      security: '安全',
      technical: '技术',
    },
    found: '{count, plural, =0 {没有找到问题} other {# 个问题}}',
    noneTitle: '没有找到“{query}”',
    noneIn: '这个类别里没有找到',
    noneText: '换个词或选择全部类别试试，也可以写信给我们。',
    showAll: '显示全部问题',
    copyLink: '复制这个问题的链接',
    tags: '标签',
    searchTag: '搜索“{tag}”',
    more: '还有疑问？',
    moreText: '写信给我们，或者让故障排查页面检查一下你的钱包。',
    entries: {
      'what-is-popfray': {
        question: 'Popfray 是什么？',
        answer:
          '一款在浏览器里玩的游戏：在 {roundSeconds, number} 秒内戳破漂浮的泡泡。你可以不用钱包免费练习，可以在单人局里赚取 TRX，也可以在对战中与 TRON 及另一条链的玩家较量。',
        tags: '游戏, 泡泡, TRON, 关于',
      },
      'is-it-free': {
        question: '要花钱吗？',
        answer:
          '自由练习、竞技场练习、单人局和免费对战都不花钱。只有你自己选择的项目才收费：付费对战的入场费，最低 {feeMin, number} TRX；升级，最低 {upgradePriceMin, number} TRX。每笔付款都会显示金额，并由你确认：在钱包里确认，用 Popfray 余额支付时在这里确认。',
        tags: '价格, 费用, 免费, 入场费',
      },
      languages: {
        question: '支持哪些语言？',
        answer:
          '英语、简体中文和日语。Popfray 默认使用浏览器的语言，你可以在页面顶部或设置里切换。聊天消息如有译文，会一并显示为你的语言。',
        tags: '语言, 英语, 中文, 日语, 翻译, 聊天',
      },
      'earn-trx': {
        question: '怎样赚取 TRX？',
        answer:
          '连接钱包，登录，然后在竞技场玩单人训练：每 {pointsPerTrx, number} 分赚 1 TRX，免费参加。服务器会重新玩一遍你这一局，再把 TRX 加进你的 Popfray 余额。另一种方式是赢得收取入场费的对战。自由练习不赚 TRX。',
        tags: '赚取, TRX, 单人, 得分, 奖励',
      },
      'prize-pool': {
        question: '对战的奖池怎样分配？',
        answer:
          '由创建者选定，付款前你会看到。赢家通吃：{winnerShare, number}% 归获胜者，{winnerCreatorShare, number}% 归创建者，{winnerHouseShare, number}% 归平台。前三名分享：{podiumShare, number}% 归前三名（分别为奖池的 {podiumFirst, number}%、{podiumSecond, number}% 和 {podiumThird, number}%），{podiumCreatorShare, number}% 归创建者，{podiumHouseShare, number}% 归平台。得分相同则平分。如果另一条链的玩家获胜，TRX 奖池归平台所有。',
        tags: '奖金, 奖池, 获胜者, 分配, 入场费, 平台',
      },
      withdraw: {
        question: '怎样提现赚到的 TRX？',
        answer:
          '在个人资料里提现到你登录用的钱包，24 小时内最多 {withdrawalsADay, number} 次。满 {withdrawMin, number} TRX 时网络手续费由我们承担；不足时从金额中扣除 {networkFee, number} TRX，链上从未出现过的钱包则扣除 {newWalletFee, number} TRX，确认之前会显示。通常一分钟内到账，个人资料里会显示交易。{withdrawMin, number} TRX 及以上的对战奖金会自动转入你的钱包。Popfray 余额也可以直接支付入场费和升级，立即生效，不收手续费。',
        tags: '提现, 到账, 余额, 最低',
      },
      'earned-less': {
        question: '为什么单人局赚到的比得分少？',
        answer:
          '有两个上限：一个钱包一天能赚多少，以及平台一天付给所有人多少。两者在开始之前都会显示，并在 UTC 零点重置。另外，疑似非人工操作的对局会先冻结，由人工审核；结果会显示在个人资料里。',
        tags: '限制, 上限, 预算, 暂扣, 审核, 变少',
      },
      'need-wallet': {
        question: '需要钱包吗？',
        answer:
          '只是玩的话不需要：自由练习、竞技场练习、回放和每日榜单对所有人开放。赚取 TRX、参加对战、购买升级，以及在服务器上保存个人资料，需要 TronLink，一款免费的 TRON 钱包。',
        tags: '钱包, TronLink, 访客, 个人资料',
      },
      'which-network': {
        question: '钱包应该在哪个网络上？',
        answer:
          '与本服务器相同的网络，钱包菜单和每笔付款都会写明。如果 TronLink 在其他网络上，Popfray 会提醒你，在你切换之前不会请求付款。测试网和开发链上的代币没有价值。',
        tags: '网络, 主网, Nile, Shasta, 测试网, 开发链',
      },
      'payment-missing': {
        question: '付了款却没有反应，我的 TRX 丢了吗？',
        answer:
          '没有。付款会在链上一直跟踪到最终确认，大约一分钟，关掉页面也不影响；左下角的面板和个人资料会显示进展。如果这笔钱已经用不上了，比如席位没了，或升级已在生效，它会进入你的 Popfray 余额。没有列出来的付款可以凭交易 ID 找回：在个人资料的“付款”里。',
        tags: '付款, 丢失, 不见了, 交易, 退款, 找回',
      },
      'cannot-connect': {
        question: '钱包连不上，怎么办？',
        answer:
          '解锁 TronLink，刷新页面，再看看 TronLink 是否有窗口在等你回应。故障排查页面会检查扩展程序、它的版本和网络，并告诉你该改什么。',
        tags: '连接, 钱包, TronLink, 错误, 锁定, 故障排查',
      },
      scoring: {
        question: '得分怎么计算？',
        answer:
          '自由练习里一个泡泡值 {freeLeastPoints, number} 到 {freeMostPoints, number} 分，越小越高，连续戳破最多可乘以 {comboMost, number}。竞技场里是 {arenaLeastPoints, number} 到 {arenaMostPoints, number} 分，没有倍数。对战中另一条链的泡泡按 {foreignFactor, number} 倍计分。',
        tags: '得分, 分数, 连击, 倍数',
      },
      boss: {
        question: '怎样打倒首领？',
        answer:
          '击中它 {bossHits, number} 次。每击 {bossHitPoints, number} 分，最后一击 {bossKillPoints, number} 分。没有打倒它的一击会中断连击，所以要一鼓作气。“首领克星”让它的生命减少 {bossBuster, number}%，“精准打击”让每一击抵 {precision, number} 击。',
        tags: '首领, 竞技场, 击中, 生命',
      },
      'upgrades-where': {
        question: '升级在哪里有效？',
        answer:
          '在生效期间开始的单人局里有效：从付款最终确认起 {upgradeMinutesMin, number} 到 {upgradeMinutesMax, number} 分钟。练习中也有效，但不赚 TRX；使用种子或竞速对手的对局以及对战中不起作用，因为大家规则相同。',
        tags: '升级, 商店, 加成, 对战',
      },
      disconnect: {
        question: '对战中断线了怎么办？',
        answer:
          '通过同一个链接或大厅回来：比赛从当时的进度继续。服务器已经收到的部分有效，最终得分以结束时为准。如果是服务器的故障，对战会被取消，所有人拿回全部入场费。',
        tags: '连接, 断线, 对战, 退款',
      },
      'wallet-safe': {
        question: '我的钱包在这里安全吗？',
        answer:
          '连接只会让 Popfray 知道你的地址；登录签署的文字不花钱，也不授予任何权限。每笔付款都是固定金额的普通转账，由你在 TronLink 里确认；Popfray 从不请求授权额度或合约调用。Popfray 的任何人都不会索要你的助记词或私钥。',
        tags: '安全, 助记词, 私钥, 诈骗, 钓鱼, 签名',
      },
      'how-fair': {
        question: '怎么知道没有人作弊？',
        answer:
          '分数来自服务器对你每次点击的重放，无法在浏览器里伪造。对战中，服务器先固定自己的随机数，玩家再加入各自的部分，所有人遇到的泡泡都相同。每场对战都有凭证，记录每次点击、每笔费用和付款，你可以在自己的浏览器里验证；每一局都有回放链接。',
        tags: '公平, 作弊, 证明, 凭证, 回放, 种子, 随机',
      },
      devices: {
        question: '玩游戏需要什么设备？',
        answer:
          '新版的 Chrome、Edge、Firefox 或 Safari，电脑手机都可以。有 WebGL 会更流畅，但不是必需的。除瞄准外，所有操作都可以用屏幕阅读器完成；键盘也能瞄准：方向键选择泡泡，空格键戳破。打开过一次之后，练习、每日种子和回放在没有网络时也能使用。TronLink 可在 Chromium 内核的浏览器里使用，手机上则用它自己的应用。',
        tags: '浏览器, 手机, 移动设备, 键盘, 无障碍, 离线',
      },
      slow: {
        question: '游戏卡顿，怎么办？',
        answer:
          '画面跟不上时，Popfray 会自动降低分辨率、减少火花；你的点击仍会精确判定。除此之外：关掉其他标签页，给笔记本接上电源，在浏览器设置里打开硬件加速，并在 Popfray 的设置里把“动态效果”改为“减弱”。',
        tags: '慢, 延迟, 卡顿, 性能, 帧率',
      },
    },
  },
};
