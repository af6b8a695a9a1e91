import type { texts as english } from '../en/faq.ts';
import type { Like } from '../parts.ts';

/** The questions and answers in Japanese. The rules of the English ones. */
export const texts: Like<typeof english> = {
  faq: {
    screen: 'よくある質問',
    title: 'よくある質問',
    lead: '{count, number} の短い答えです。それぞれにリンクがあり、尋ねてきた人に送れます。',
    search: '質問を検索',
    placeholder: '検索（例：引き出し）',
    clear: '検索をクリア',
    category: 'カテゴリー',
    all: 'すべて',
    categories: {
      general: '全般',
      earning: '獲得',
      wallet: 'ウォレット',
      gameplay: '遊び方',
      security: '安全',
      technical: '技術',
    },
    found: '{count, plural, =0 {質問が見つかりません} other {# 件の質問}}',
    noneTitle: '「{query}」は見つかりませんでした',
    noneIn: 'このカテゴリーには見つかりませんでした',
    noneText: '別の言葉や、すべてのカテゴリーでお試しください。お問い合わせもどうぞ。',
    showAll: 'すべての質問を表示',
    copyLink: 'この質問へのリンクをコピー',
    tags: 'タグ',
    searchTag: '「{tag}」を検索',
    more: '解決しませんか？',
    moreText: 'お問い合わせいただくか、トラブル解決のページでウォレットを調べてみてください。',
    entries: {
      'what-is-popfray': {
        question: 'Popfray とは何ですか？',
        answer:
          '{roundSeconds, number} 秒間、漂うバブルを割っていく、ブラウザーで遊べるゲームです。ウォレットなしで無料の練習ができ、ソロラウンドで TRX を獲得したり、バトルで TRON やもうひとつのチェーンのプレイヤーと対戦したりできます。',
        tags: 'ゲーム, バブル, TRON, 概要',
      },
      'is-it-free': {
        question: 'お金はかかりますか？',
        answer:
          'フリープレイ、アリーナの練習、ソロラウンド、無料のバトルにはかかりません。支払うのは自分で選んだものだけです。有料バトルの参加費は {feeMin, number} TRX から、アップグレードは {upgradePriceMin, number} TRX からです。支払いは必ず金額が表示され、ウォレットで、Popfray 残高からの場合はこの画面で確認します。',
        tags: '料金, 費用, 無料, 参加費',
      },
      languages: {
        question: 'どの言語に対応していますか？',
        answer:
          '英語、簡体字中国語、日本語です。最初はブラウザーの言語で表示され、ページ上部または設定で切り替えられます。チャットのメッセージは、翻訳があればあなたの言語でも表示されます。',
        tags: '言語, 英語, 中国語, 日本語, 翻訳, チャット',
      },
      'earn-trx': {
        question: 'TRX はどうすれば獲得できますか？',
        answer:
          'ウォレットを接続してサインインし、アリーナでソロトレーニングを遊んでください。{pointsPerTrx, number} 点ごとに 1 TRX、参加は無料です。サーバーがラウンドを再現し、TRX を Popfray 残高に加えます。もうひとつの方法は、参加費のあるバトルに勝つことです。フリープレイでは獲得できません。',
        tags: '獲得, TRX, ソロ, 得点, 報酬',
      },
      'prize-pool': {
        question: 'バトルの賞金プールはどう分配されますか？',
        answer:
          '作成者が選んだ方法で分配され、支払いの前に表示されます。勝者総取り：勝者 {winnerShare, number}%、作成者 {winnerCreatorShare, number}%、運営 {winnerHouseShare, number}%。上位 3 名：合わせて {podiumShare, number}%（プールの {podiumFirst, number}%、{podiumSecond, number}%、{podiumThird, number}%）、作成者 {podiumCreatorShare, number}%、運営 {podiumHouseShare, number}%。同点の場合は分け合います。もうひとつのチェーンのプレイヤーが勝った場合、TRX のプールは運営のものになります。',
        tags: '賞金, プール, 勝者, 分配, 参加費, 運営',
      },
      withdraw: {
        question: '獲得した TRX はどう引き出しますか？',
        answer:
          'プロフィールから、サインインしているウォレットに引き出せます。24 時間に {withdrawalsADay, number} 回までです。{withdrawMin, number} TRX 以上ならネットワーク手数料は運営が負担します。それ未満は {networkFee, number} TRX、チェーン上に一度も現れていないウォレットは {newWalletFee, number} TRX が差し引かれ、確認の前に表示されます。通常 1 分以内に届き、プロフィールにトランザクションが表示されます。{withdrawMin, number} TRX 以上のバトルの取り分は、自動でウォレットに送られます。Popfray 残高は参加費やアップグレードにも、すぐに手数料なしで使えます。',
        tags: '引き出し, 出金, 残高, 最低額',
      },
      'earned-less': {
        question: 'ソロの獲得額がスコアより少ないのはなぜですか？',
        answer:
          '上限が 2 つあります。1 つのウォレットが 1 日に獲得できる額と、運営が 1 日に全員へ支払う額です。どちらも開始前に表示され、UTC の午前 0 時に更新されます。また、人の手より速すぎる、または規則的すぎるラウンドは保留になり、人が確認します。結果はプロフィールに表示されます。',
        tags: '上限, 制限, 予算, 保留, 確認, 少ない',
      },
      'need-wallet': {
        question: 'ウォレットは必要ですか？',
        answer:
          '遊ぶだけなら不要です。フリープレイ、アリーナの練習、リプレイ、デイリーランキングは誰でも利用できます。TRX の獲得、バトル、アップグレードの購入、サーバーに残るプロフィールには、無料の TRON ウォレット TronLink が必要です。',
        tags: 'ウォレット, TronLink, ゲスト, プロフィール',
      },
      'which-network': {
        question: 'ウォレットはどのネットワークにすればよいですか？',
        answer:
          'このサーバーと同じネットワークです。ウォレットメニューと支払いのたびに表示されます。TronLink が別のネットワークにあるときは Popfray が知らせ、切り替えるまで支払いを求めません。テストネットと開発用チェーンのコインに価値はありません。',
        tags: 'ネットワーク, メインネット, Nile, Shasta, テストネット, 開発用チェーン',
      },
      'payment-missing': {
        question: '支払ったのに何も起きません。TRX は失われましたか？',
        answer:
          'いいえ。支払いは、ページを閉じても、確定するまでチェーン上で追跡されます。1 分ほどかかり、左下のパネルとプロフィールに状況が表示されます。席が埋まった、アップグレードがすでに有効だったなどの理由で使えなくなった場合は、Popfray 残高に入ります。一覧にない支払いは、プロフィールの「支払い」でトランザクション ID から見つけられます。',
        tags: '支払い, 消えた, 見つからない, トランザクション, 返金, 復旧',
      },
      'cannot-connect': {
        question: 'ウォレットが接続できません。どうすればよいですか？',
        answer:
          'TronLink のロックを解除し、ページを再読み込みし、TronLink のウィンドウが返事を待っていないか確認してください。トラブル解決のページが、拡張機能とそのバージョン、ネットワークを調べ、何を直せばよいか教えてくれます。',
        tags: '接続, ウォレット, TronLink, エラー, ロック, トラブル解決',
      },
      scoring: {
        question: '得点の計算方法は？',
        answer:
          'フリープレイのバブルは {freeLeastPoints, number} ～ {freeMostPoints, number} 点で、小さいほど高く、続けて割ると最大 {comboMost, number} 倍になります。アリーナでは {arenaLeastPoints, number} ～ {arenaMostPoints, number} 点で、倍率はありません。バトルでは、もうひとつのチェーンのバブルが {foreignFactor, number} 倍になります。',
        tags: 'スコア, 得点, コンボ, 倍率',
      },
      boss: {
        question: 'ボスはどうやって倒しますか？',
        answer:
          '{bossHits, number} 回当ててください。1 回 {bossHitPoints, number} 点、最後の一撃は {bossKillPoints, number} 点です。倒しきれない一撃ではコンボが途切れるので、続けて当てましょう。「ボスバスター」は体力を {bossBuster, number}% 減らし、「精密攻撃」では 1 回が {precision, number} 回分になります。',
        tags: 'ボス, アリーナ, ヒット, 体力',
      },
      'upgrades-where': {
        question: 'アップグレードはどこで効きますか？',
        answer:
          '有効なあいだに始めたソロラウンドです。支払いが確定した時点から {upgradeMinutesMin, number} ～ {upgradeMinutesMax, number} 分間有効です。練習でも効果がありますが、TRX は獲得できません。シードや競う相手を選んだラウンドとバトルでは、全員が同じルールで競うため効果がありません。',
        tags: 'アップグレード, ストア, 強化, バトル',
      },
      disconnect: {
        question: 'バトル中に接続が切れたらどうなりますか？',
        answer:
          '同じリンクかロビーから戻ってください。進行中のところから続けられます。サーバーに届いていた分は有効で、終了時のスコアが結果になります。サーバー側の障害のときは、バトルは中止され、全員に参加費の全額が返金されます。',
        tags: '接続, 切断, バトル, 返金',
      },
      'wallet-safe': {
        question: 'ウォレットは安全ですか？',
        answer:
          '接続で Popfray に伝わるのはアドレスだけです。サインインで署名する文は、費用がかからず、何の許可も与えません。支払いは金額の決まった通常の送金で、TronLink で確認したときだけ行われます。Popfray が承認枠やコントラクトを求めることはありません。Popfray の誰かがシードフレーズや秘密鍵を尋ねることもありません。',
        tags: '安全, シードフレーズ, 秘密鍵, 詐欺, フィッシング, 署名',
      },
      'how-fair': {
        question: '不正がないとどうして分かりますか？',
        answer:
          'スコアは、サーバー自身があなたのクリックを再現して出すため、ブラウザーで作り上げることはできません。バトルでは、サーバーが先に乱数を確定し、そのあとプレイヤーがそれぞれの乱数を加え、全員に同じバブルが出ます。各バトルには、すべてのクリック、参加費、支払いを記した証明書があり、自分のブラウザーで検証できます。どのラウンドにもリプレイのリンクがあります。',
        tags: '公平, 不正, 証明, 証明書, リプレイ, シード, 乱数',
      },
      devices: {
        question: '遊ぶには何が必要ですか？',
        answer:
          '最新の Chrome、Edge、Firefox、Safari のいずれかです。パソコンでもスマートフォンでもかまいません。WebGL があると滑らかですが、必須ではありません。ねらうこと以外はすべてスクリーンリーダーで操作できます。キーボードでもねらえます。矢印キーでバブルを選び、スペースキーで割ります。一度開いたあとは、練習、デイリーシード、リプレイを接続なしでも利用できます。TronLink は Chromium 系ブラウザーと、スマートフォンの専用アプリで使えます。',
        tags: 'ブラウザー, スマートフォン, モバイル, キーボード, アクセシビリティ, オフライン',
      },
      slow: {
        question: '動きがカクつきます。どうすればよいですか？',
        answer:
          '描画が遅れると、Popfray は解像度と火花を自動で減らします。その場合もクリックは正確に判定されます。ほかには、別のタブを閉じる、ノートパソコンを電源につなぐ、ブラウザーの設定でハードウェアアクセラレーションを有効にする、Popfray の設定で動きを減らす、などが効果的です。',
        tags: '遅い, ラグ, カクつき, パフォーマンス, フレームレート',
      },
    },
  },
};
