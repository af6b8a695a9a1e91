import { kindsIn, slotsIn, writtenIn, type Slot } from './phrase-slots.ts';

/** A text as the phrase book looks it up. */
export interface PhraseText {
  /** The keys to look up, in order: as it is written, then with slots; each also with repeated letters shortened. */
  readonly keys: readonly string[];
  /** The values of its slots, in their order. */
  readonly slots: readonly Slot[];
  readonly isQuestion: boolean;
  readonly isLoud: boolean;
  /** Emoji at its end, which a translation keeps. */
  readonly emoji: string;
}

/** Traditional characters of the phrase book's words, each before its simplified form. */
const TRADITIONAL =
  '為为舉举麼么從从們们傷伤體体兒儿關关興兴決决準准幾几擊击則则創创別别動动務务勞劳單单臥卧厲厉發发號号後后嗎吗啟启員员噠哒喲哟囉啰嘍喽圍围' +
  '國国場场壞坏堅坚備备復复聲声夠够頭头獎奖實实對对嘗尝盡尽幣币帶带幫帮應应開开棄弃張张強强當当錄录慘惨願愿戲戏戰战擾扰報报擔担掛挂據据數数斷断' +
  '無无時时暫暂機机條条來来槍枪標标樣样檢检歡欢歐欧氣气沒没洩泄測测瀏浏溫温滿满點点愛爱猶犹現现電电盤盘著着確确礙碍禮礼離离稱称筆笔簡简緊紧紀纪' +
  '納纳線线經经結结給给絡络緒绪續续網网勝胜腦脑榮荣獲获雖虽觀观規规覺觉覽览認认讓让記记許许識识訴诉詞词譯译試试話话該该語语誤误說说請请諸诸誰谁' +
  '謂谓謝谢譜谱敗败賬账帳账貴贵費费賀贺賭赌賽赛贏赢趕赶輪轮輕轻載载輸输邊边過过運运還还這这進进連连遲迟選选鐘钟鑰钥錢钱鏈链錯错長长問问間间險险' +
  '隨随難难頁页頓顿領领題题額额須须飯饭館馆馬马駕驾罵骂騙骗齊齐聽听裡里裏里遊游係系鬆松幹干嚇吓妳你勢势敵敌';

const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  Array.from({ length: TRADITIONAL.length / 2 }, (_, at) => [
    TRADITIONAL.charAt(2 * at),
    TRADITIONAL.charAt(2 * at + 1),
  ]),
);

const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{fe0f}|\u{200d}|\u{20e3}/gu;
const MARK = /[\s\p{P}\p{S}\p{Extended_Pictographic}\u{fe0f}\u{200d}]/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Reads a part of a slotted text for the phrase book: case, width, punctuation, emoji, apostrophes and the script of Chinese do not count. */
export function readPhrase(part: string, slots: readonly Slot[]): PhraseText {
  const ending = endingOf(part);
  const keys = [writtenIn(part, slots), kindsIn(part)].map(makeKey);
  return {
    keys: [...new Set([...new Set(keys)].flatMap(variants))].filter((key) => key !== ''),
    slots: slotsIn(part, slots),
    isQuestion: ending.includes('?'),
    isLoud: ending.includes('!'),
    emoji: (ending.match(EMOJI) ?? []).join(''),
  };
}

/** The marks and emoji at the end of a text. Read from its end: an expression would look for them from each place on. */
function endingOf(text: string): string {
  const characters = Array.from(text);
  let at = characters.length;
  while (at > 0 && MARK.test(characters[at - 1] ?? '')) at -= 1;
  return characters.slice(at).join('');
}

/** A text without what makes no difference. */
export function makeKey(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['\u{2018}\u{2019}`\u{b4}]/gu, '')
    .replaceAll(EMOJI, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}%\u{e000}-\u{e003}]+/gu, ' ')
    .trim();
  return CJK.test(words) ? words.replaceAll(' ', '') : words;
}

/** A key, and the same with three and more of a letter as two and as one; each in simplified characters too. */
function variants(key: string): readonly string[] {
  const runs = /(.)\1{2,}/gu;
  const written = [key, key.replaceAll(runs, '$1$1'), key.replaceAll(runs, '$1')];
  return KANA.test(key) || !HAN.test(key) ? written : [...written, ...written.map(simplify)];
}

const simplify = (text: string): string =>
  text.replaceAll(/./gu, (character) => SIMPLIFIED.get(character) ?? character);
