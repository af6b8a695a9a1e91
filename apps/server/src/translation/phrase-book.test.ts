import { CHAT_LANGUAGES } from '@popfray/protocol';
import { describe, expect, it, test } from 'vitest';
import { findPhrase, readPhrases } from './phrase-book.ts';
import { parsePhrases, slotNames, toKey } from './phrase-file.ts';

const phrases = readPhrases();
const PAIRS = CHAT_LANGUAGES.flatMap((from) =>
  CHAT_LANGUAGES.filter((to) => to !== from).map((to) => [from, to] as const),
);

/** A value for each slot. */
const VALUES: Readonly<Record<string, string>> = {
  number: '5',
  number2: '7',
  amount: '10 TRX',
  time: '20:30',
  name: '@Anna',
  name2: '@Ben',
};

/** A form as a player writes it: with a value in each slot. */
const write = (form: string): string => form.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? '');

describe('the phrase book', () => {
  it('has at least 500 phrases in each language, 80 of them with slots', () => {
    expect(phrases.length).toBeGreaterThanOrEqual(500);
    expect(phrases.filter(({ en }) => slotNames(en[0] ?? '').length > 0).length).toBeGreaterThanOrEqual(80);
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

  it('has the same slots in every form of a phrase', () => {
    const slotsOf = (form: string): string => slotNames(form).toSorted().join();
    const wrong = phrases.flatMap(({ en, zh, ja }) => {
      const [wanted = ''] = [...en].map(slotsOf);
      return [...en, ...zh, ...ja].filter((form) => slotsOf(form) !== wanted);
    });
    expect(wrong).toEqual([]);
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
    ['good luck, ready in 10 seconds', 'ja', 'グッドラック、10秒で準備できます', 'en'],
    ['I’ll be ready in 5 minutes', 'zh', '5分钟后准备好', 'en'],
    ['あと30秒で準備できます', 'en', 'ready in 30 seconds', 'ja'],
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
    // Slots: their values are kept, in the order of the reader's language.
    ['gg @Anna', 'ja', '@Annaさん、いい試合でした', 'en'],
    ['GG TRON_TXabc9!', 'zh', 'TRON_TXabc9，打得精彩！', 'en'],
    ['@Anna 准备好了吗？', 'en', '@Anna, are you ready?', 'zh'],
    ['let’s start at 8:30 pm', 'ja', '20:30に始めよう', 'en'],
    ['晚上8点半开始', 'en', "let's start at 20:30", 'zh'],
    ['午後８時に始めよう', 'zh', '20:00开始吧', 'ja'],
    ['8点见', 'en', 'see you at 8:00', 'zh'],
    ['wait 10min', 'zh', '等10分钟', 'en'],
    ['the fee is 1,000trx', 'ja', '参加費は1,000 TRXです', 'en'],
    ['hello, it costs 0.5 TRX. ready?', 'zh', '你好，入场费是0.5 TRX，准备好了吗？', 'en'],
    ['it’s 3:2', 'zh', '现在3比2', 'en'],
    ['5点でした', 'en', 'I got 5 points', 'ja'],
    ['4 of 8 players', 'zh', '8人里有4人', 'en'],
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

  it.each([
    ['good luck Iron Fox!', ['Iron Fox'], '祝你好运，Iron Fox！'],
    ['gg 小明', ['小明'], '小明，打得精彩'],
    ['IRON FOX left', ['Iron Fox', 'Iron'], 'IRON FOX走了'],
    ['hello ready', ['ready'], '你好，ready'],
    // A name is not found within a word, and without the players an ordinary word is not taken for a name.
    ['good luck Ironic', ['Iron'], null],
    ['good luck tomorrow', [], null],
  ])('translates %j in a session of %j as %j', (text, names, wanted) => {
    expect(findPhrase(text, 'zh', names)?.text ?? null).toBe(wanted);
  });

  it('costs at most in proportion to its length, whatever is written', () => {
    const hostile = [
      '1:',
      '@a',
      'a1_',
      '8点',
      '10 trx ',
      'hi, ',
      'hi. ',
      '...',
      '午後8時',
      'w',
      'ﷺ',
      '{name}',
      '\u{e000}',
      'Iron ',
    ];
    const names = Array.from({ length: 16 }, (_, at) => `Iron ${'o'.repeat(at)}`);
    const costOf = (text: string): number => {
      const startMs = performance.now();
      for (let time = 0; time < 3; time++) findPhrase(text, 'ja', names);
      return performance.now() - startMs;
    };
    for (const piece of hostile) {
      const [short = '', long = ''] = [50, 300].map((length) => piece.repeat(length).slice(0, length));
      const best = { short: Infinity, long: Infinity };
      const isLinear = (): boolean => best.long / best.short < 18;
      // Six times as long: a quadratic cost would be 36 times as high. The least of many short runs, as another program may interrupt some.
      for (let run = 0; run < 40 || (run < 2_000 && !isLinear()); run++) {
        best.short = Math.min(best.short, costOf(short));
        best.long = Math.min(best.long, costOf(long));
      }
      expect({ piece, isLinear: isLinear() }).toEqual({ piece, isLinear: true });
    }
  });
});

describe('a phrase book that is wrong', () => {
  const right = 'hi / hey | 你好 | やあ';
  it.each([
    ['lacks a language', 'hi | 你好', 'ERR_PHRASE_COLUMNS'],
    ['has a column too many', 'hi | 你好 | やあ | hola', 'ERR_PHRASE_COLUMNS'],
    ['has an empty form', 'hi / | 你好 | やあ', 'ERR_PHRASE_EMPTY'],
    ['has a form of marks alone', 'hi / !! | 你好 | やあ', 'ERR_PHRASE_EMPTY'],
    ['has a slot that nothing fills', 'hi {animal} | {animal}你好 | やあ{animal}', 'ERR_PHRASE_SLOT_UNKNOWN'],
    ['lacks a slot in one language', 'bye {name} | 再见{name} | またね', 'ERR_PHRASE_SLOTS_DIFFER'],
    ['lacks a slot in one form', 'bye {name} / bye | 再见{name} | またね{name}', 'ERR_PHRASE_SLOTS_DIFFER'],
    ['has a slot twice', 'bye {name} {name} | 再见{name}{name} | またね{name}{name}', 'ERR_PHRASE_SLOTS_DIFFER'],
    ['has another kind of slot', 'at {number} | {time}见 | {time}に', 'ERR_PHRASE_SLOTS_DIFFER'],
    ['gives a form to two phrases', 'bye / HEY! | 再见 | またね', 'ERR_PHRASE_TWICE'],
    [
      'orders slots differently under one key',
      '{number} {number2} | {number2} {number} | {number}で{number2}',
      'ERR_PHRASE_TWICE',
    ],
  ])('is refused with its line: one that %s', (_, line, code) => {
    expect(parsePhrases(`# comment\n${right}\n${line}\n`)).toEqual({ ok: false, error: { code, line: 3 } });
  });

  it('finds a form by its key, in which case, width and marks do not count', () => {
    expect(toKey('ＨＥＹ, you!')).toBe(toKey('hey you'));
    expect(toKey('hi {name2}')).toBe(toKey('Hi {name}!'));
  });
});
