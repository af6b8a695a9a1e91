/** The questions and answers. The rules of `shell.ts`; every figure is an argument, from `info/facts.ts`. Tags are apart by commas. */
export const texts = {
  faq: {
    screen: 'FAQ',
    title: 'Frequently asked questions',
    lead: '{count, number} short answers. Each has a link of its own, to send to somebody who asks.',
    search: 'Search the questions',
    placeholder: 'Search, e.g. withdraw',
    clear: 'Clear the search',
    category: 'Category',
    all: 'All',
    categories: {
      general: 'General',
      earning: 'Earning',
      wallet: 'Wallet',
      gameplay: 'Gameplay',
      security: 'Security',
      technical: 'Technical',
    },
    found: '{count, plural, =0 {No questions found} one {# question} other {# questions}}',
    noneTitle: 'Nothing found for “{query}”',
    noneIn: 'Nothing found in this category',
    noneText: 'Try another word or all categories, or write to us.',
    showAll: 'Show all questions',
    copyLink: 'Copy the link to this question',
    tags: 'Tags',
    searchTag: 'Search for {tag}',
    more: 'Still open?',
    moreText: 'Write to us, or let the troubleshooting page look at your wallet.',
    entries: {
      'what-is-popfray': {
        question: 'What is Popfray?',
        answer:
          'A game in which you pop floating bubbles for {roundSeconds, number} seconds, in the browser. You can practise for nothing and without a wallet, earn TRX in Solo rounds, or meet players of TRON and of another chain in battles.',
        tags: 'game, bubbles, TRON, about',
      },
      'is-it-free': {
        question: 'Does it cost anything?',
        answer:
          'Free Play, arena practice, Solo rounds and free battles cost nothing. You only pay for what you choose to: the entry fee of a paid battle, from {feeMin, number} TRX, and upgrades, from {upgradePriceMin, number} TRX. Every payment is shown with its amount, and you confirm it: in your wallet, or here where your Popfray balance pays.',
        tags: 'price, cost, free, fee',
      },
      languages: {
        question: 'Which languages are there?',
        answer:
          'English, Simplified Chinese and Japanese. Popfray begins in your browser’s language, and you can switch at the top of the page or in the settings. Chat messages are shown with a translation into your language where there is one.',
        tags: 'language, English, Chinese, Japanese, translation, chat',
      },
      'earn-trx': {
        question: 'How do I earn TRX?',
        answer:
          'Connect a wallet, sign in, and play Solo Training in the arena: every {pointsPerTrx, number} points earn 1 TRX, and entry is free. The server plays your round again and adds the TRX to your Popfray balance. The other way is to win a battle that has an entry fee. Free Play never earns TRX.',
        tags: 'earn, TRX, solo, points, reward',
      },
      'prize-pool': {
        question: 'How is a battle’s prize pool shared?',
        answer:
          'As its creator chose, and as you are shown before you pay. Winner takes all: {winnerShare, number}% to the winner, {winnerCreatorShare, number}% to the creator, {winnerHouseShare, number}% to the house. Podium: {podiumShare, number}% to the first three ({podiumFirst, number}, {podiumSecond, number} and {podiumThird, number}% of the pool), {podiumCreatorShare, number}% to the creator, {podiumHouseShare, number}% to the house. Equal scores share. If a player of the other chain wins, the TRX pool goes to the house.',
        tags: 'prize, pool, winner, share, fee, house',
      },
      withdraw: {
        question: 'How do I withdraw what I have earned?',
        answer:
          'On your profile, to the wallet you are signed in with, up to {withdrawalsADay, number} times in 24 hours. From {withdrawMin, number} TRX on the network fee is ours. Below that, {networkFee, number} TRX is taken from the amount, or {newWalletFee, number} TRX for a wallet that the chain has never seen; you see it before you confirm. It usually arrives within a minute; the profile shows the transaction. Battle shares of {withdrawMin, number} TRX or more go to your wallet by themselves. You can also spend the Popfray balance on entry fees and upgrades, at once and without a fee.',
        tags: 'withdraw, payout, balance, minimum',
      },
      'earned-less': {
        question: 'Why did my Solo round earn less than my score?',
        answer:
          'There are two limits: what a wallet can earn in a day, and what the house pays to everybody in a day. Both are shown before you start and renew at midnight UTC. We review unusual rounds before paying: ones played faster or more evenly than hands can. No action is needed; your profile shows the result.',
        tags: 'limit, cap, budget, held, review, less',
      },
      'need-wallet': {
        question: 'Do I need a wallet?',
        answer:
          'Not to play: Free Play, arena practice, replays and the daily board are open to everybody. You need TronLink, a free wallet for TRON, to earn TRX, to play battles, to buy upgrades and to have a profile that is kept on the server.',
        tags: 'wallet, TronLink, guest, profile',
      },
      'which-network': {
        question: 'Which network does my wallet have to be on?',
        answer:
          'The one that this server is on, which the wallet menu and every payment name. If TronLink is on another, Popfray says so and asks for no payment until you have switched. On a test network or the dev chain the coins are worth nothing.',
        tags: 'network, mainnet, Nile, Shasta, testnet, dev chain',
      },
      'payment-missing': {
        question: 'I paid and nothing happened. Is my TRX lost?',
        answer:
          'No. A payment is followed on the chain until it is final, which takes about a minute, even if you close the page; the panel at the bottom left and your profile show where it stands. If it could not be used any more, because a seat was gone or an upgrade already ran, it is on your Popfray balance. A payment that is not listed can be found by its transaction id: on your profile, under Payments.',
        tags: 'payment, lost, missing, transaction, refund, recover',
      },
      'cannot-connect': {
        question: 'My wallet does not connect. What can I do?',
        answer:
          'Unlock TronLink, reload the page and look whether TronLink has a window open that waits for an answer. The troubleshooting page looks at your extension, its version and the network, and says what to change.',
        tags: 'connect, wallet, TronLink, error, locked, troubleshooting',
      },
      scoring: {
        question: 'How are points counted?',
        answer:
          'In Free Play a bubble is worth {freeLeastPoints, number} to {freeMostPoints, number} points, the smaller the more, and pops in a row multiply them by up to {comboMost, number}. In the arena it is {arenaLeastPoints, number} to {arenaMostPoints, number} points without a multiplier. In battles bubbles of the other chain count {foreignFactor, number} times.',
        tags: 'score, points, combo, multiplier',
      },
      boss: {
        question: 'How do I beat a boss?',
        answer:
          'Hit it {bossHits, number} times. Each hit is worth {bossHitPoints, number} points, the last one {bossKillPoints, number}. A hit that does not finish it ends your streak, so keep going. Boss Buster takes {bossBuster, number}% off its health, and with Precision Strike each hit counts {precision, number} times.',
        tags: 'boss, arena, hits, health',
      },
      'upgrades-where': {
        question: 'Where do upgrades work?',
        answer:
          'In Solo rounds that begin while they are in force: {upgradeMinutesMin, number} to {upgradeMinutesMax, number} minutes, counted from the moment the payment is final. They work in practice too, without TRX, but not in rounds with a seed or a rival, and not in battles, where everybody plays by the same rules.',
        tags: 'upgrade, store, boost, battle',
      },
      disconnect: {
        question: 'What if my connection breaks during a battle?',
        answer:
          'Come back by the same link or from the lobby: the round goes on where it is by then. What the server already has of your round stands, and your score is what it is at the end. If the fault is the server’s, the battle is cancelled and everybody gets the whole fee back.',
        tags: 'connection, disconnect, battle, refund',
      },
      'wallet-safe': {
        question: 'Is my wallet safe here?',
        answer:
          'Connecting tells Popfray your address only, and signing in signs a text that costs nothing and allows nothing. Each payment is a plain transfer of a fixed amount that you confirm in TronLink; Popfray never asks for allowances or contracts. Nobody of Popfray ever asks for your seed phrase or private key.',
        tags: 'safe, seed phrase, private key, scam, phishing, signature',
      },
      'how-fair': {
        question: 'How do I know that nobody cheats?',
        answer:
          'Scores come from the server’s own replay of your clicks, so they cannot be made up in a browser. In battles the server fixes its randomness before the players add theirs, and everybody gets the same bubbles. Each battle has a receipt, with every click, fee and payment, that you can verify in your own browser; each round has a replay link.',
        tags: 'fair, cheat, proof, receipt, replay, seed, random',
      },
      devices: {
        question: 'What do I need to play?',
        answer:
          'A current version of Chrome, Edge, Firefox or Safari, on a computer or a phone. WebGL makes it smoother and is not required. Everything but aiming can be done with a screen reader, and the keyboard aims too: arrow keys choose a bubble, Space pops it. Once Popfray has been opened, practice, the daily seed and replays work without a connection too. TronLink runs in browsers of the Chromium family and in its own app on phones.',
        tags: 'browser, phone, mobile, keyboard, accessibility, offline',
      },
      slow: {
        question: 'The game stutters. What helps?',
        answer:
          'Popfray lowers its resolution and its sparks by itself when frames come late; your clicks are judged exactly all the same. Beyond that: close other tabs, plug the laptop in, switch on hardware acceleration in the browser’s settings, and turn on reduced motion in Popfray’s.',
        tags: 'slow, lag, stutter, performance, frame rate',
      },
    },
  },
} as const;
