import { CHAT_LANGUAGES } from '@popfray/protocol';
import { describe, expect, it, test } from 'vitest';
import { findPhrase, readPhrases } from './phrase-book.ts';
import { makeKey, SLOT } from './phrase-text.ts';

const phrases = readPhrases();
const PAIRS = CHAT_LANGUAGES.flatMap((from) =>
  CHAT_LANGUAGES.filter((to) => to !== from).map((to) => [from, to] as const),
);

/** A form as somebody would write it: with a number where one may be. */
const write = (form: string): string => form.replaceAll('{n}', '5');

describe('the phrase book', () => {
  it('has at least 250 phrases in each language', () => {
    expect(phrases.length).toBeGreaterThanOrEqual(250);
    for (const phrase of phrases) for (const language of CHAT_LANGUAGES) expect(phrase[language][0]).toBeTruthy();
  });

  test.each(PAIRS)('takes each phrase from %s to %s and back', (from, to) => {
    const wrong = phrases.flatMap((phrase) => {
      const there = findPhrase(write(phrase[from][0] ?? ''), to);
      const back = findPhrase(there?.text ?? '', from);
      const wanted = [write(phrase[to][0] ?? ''), from, write(phrase[from][0] ?? '')];
      const got = [there?.text, there?.detectedLanguage, back?.text];
      return got.every((one, at) => one === wanted[at]) ? [] : [{ wanted, got }];
    });
    expect(wrong).toEqual([]);
  });

  test.each(PAIRS)('understands each form of %s, for a reader of %s', (from, to) => {
    const wrong = phrases.flatMap((phrase) =>
      phrase[from].flatMap((form) => {
        const found = findPhrase(write(form), to)?.text;
        return found === write(phrase[to][0] ?? '') ? [] : [{ form, found }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('gives no form to two phrases', () => {
    const owners = new Map<string, (typeof phrases)[number]>();
    const twice: string[] = [];
    for (const phrase of phrases) {
      for (const form of CHAT_LANGUAGES.flatMap((language) => phrase[language])) {
        const key = makeKey(form.replaceAll('{n}', ` ${SLOT} `)) + (/[?？]$/u.test(form) ? '?' : '');
        const owner = owners.get(key) ?? phrase;
        if (owner !== phrase) twice.push(`${form}: ${owner.en[0]} and ${phrase.en[0]}`);
        owners.set(key, phrase);
      }
    }
    expect(twice).toEqual([]);
  });

  it.each([
    ['HELLO!!!', 'zh', '你好！', 'en'],
    ['  Hellooooo  ', 'ja', 'こんにちは', 'en'],
    ['gggg', 'zh', '精彩的一局', 'en'],
    ['I’m ready', 'zh', '我准备好了', 'en'],
    ["I'm   ready.", 'ja', '準備OK', 'en'],
    ['ｇｇ', 'ja', 'いい試合でした', 'en'],
    ['thx 🙏🏽', 'zh', '谢谢 🙏🏽', 'en'],
    ['準備好了嗎？', 'en', 'ready?', 'zh'],
    ['謝謝！', 'ja', 'ありがとう！', 'zh'],
    ['哈哈哈哈哈', 'en', 'haha', 'zh'],
    ['ｗｗｗｗ', 'en', 'haha', 'ja'],
    ['よろしくお願いします！', 'zh', '请多关照！', 'ja'],
    ['are you ready', 'ja', '準備はいい？', 'en'],
    ['ready', 'zh', '我准备好了', 'en'],
    ['ready?', 'zh', '准备好了吗？', 'en'],
    ['can you help me?', 'zh', '帮帮我', 'en'],
    ['bye?', 'zh', '再见？', 'en'],
    ['wait 10 minutes', 'ja', '10分待って', 'en'],
    ['请等３分钟', 'en', 'wait 3 minutes', 'zh'],
    ['the fee is 0.5 TRX', 'zh', '入场费是0.5 TRX', 'en'],
    ['Hi all! Good luck, have fun!', 'zh', '大家好！祝你好运，玩得开心！', 'en'],
    ['你好，准备好了吗？', 'en', 'hello, ready?', 'zh'],
    ['wait please, my payment is pending', 'ja', 'ちょっと待って、支払い確認中', 'en'],
    ['hello', 'en', 'hello', 'en'],
    // What is asked must not become its opposite.
    ['are you human?', 'ja', '人間ですか？', 'en'],
    ['are you a bot?', 'ja', 'ボットですか？', 'en'],
    ['is it a scam?', 'zh', '这是骗局吗？', 'en'],
    ['安全吗？', 'en', 'is it safe?', 'zh'],
    ['so close!', 'zh', '差一点！', 'en'],
  ] as const)('says %j to a reader of %s as %j', (text, target, wanted, detected) => {
    expect(findPhrase(text, target)).toEqual({ text: wanted, detectedLanguage: detected });
  });

  it.each([
    ['the tide comes in at noon'],
    ['hello, the tide comes in at noon'],
    ['hola'],
    // A score, though it is bye to some; done to some, though oh no to others.
    ['88'],
    ['完了'],
    [''],
    ['🎉'],
    ['???'],
    ['\u{e000}'],
    ['wait 5 minutes or 10 minutes'],
    ['hello 你好'],
    ['a'.repeat(2_000)],
    ['hi, '.repeat(400)],
    ['<b>hello</b>'],
  ])('has no words for %j', (text) => {
    expect(findPhrase(text, 'ja')).toBeNull();
  });
});
