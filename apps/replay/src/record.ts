import { writeFileSync } from 'node:fs';
import {
  createRound,
  encodeReplay,
  isSeed,
  makeReplayText,
  recordReplay,
  RULES,
  seededEntropy,
  UPGRADES,
  type Rules,
  type UpgradeId,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { EXIT, UsageError, requiredText, textOf, type Command, type Invocation } from './command.ts';
import { makeHash } from './hash-text.ts';

const RULE_IDS = [...new Set(RULES.map(({ id }) => id))];
const BOTS = Object.keys(BOT_SKILLS) as (keyof typeof BOT_SKILLS)[];

/** Plays a round with a bot and writes its replay. */
export const record: Command = {
  summary: 'let a bot play a round and write its replay',
  help: `Lets a bot play a seeded round and writes the replay. The same options give the same bytes.

Usage: pnpm replay record --rules R --seed S --bot B [options]

  --rules R       ${RULE_IDS.join(', ')}
  --seed S        the round's seed: 1 to 64 bytes of UTF-8
  --bot B         ${BOTS.join(', ')}
  --bot-seed X    the bot's own seed (default: the round's)
  --loadout A,B   upgrades in force, of ${UPGRADES.map(({ id }) => id).join(', ')}
  --out F         write the bytes to this file and say on standard error what they are

Without --out the replay goes to standard output: as base64url text to a terminal, else as bytes.

Exit code: 0, or 2 when the file cannot be written.`,
  options: {
    rules: { type: 'string' },
    seed: { type: 'string' },
    bot: { type: 'string' },
    'bot-seed': { type: 'string' },
    loadout: { type: 'string' },
    out: { type: 'string' },
  },
  files: [0, 0],
  async run(invocation) {
    const { bytes, summary } = play(invocation);
    const out = textOf(invocation, 'out');
    if (out !== undefined) {
      try {
        writeFileSync(out, bytes);
      } catch (error) {
        console.error(`${out}: cannot be written: ${(error as Error).message}`);
        return EXIT.malformed;
      }
      console.error(`${out}: ${summary}`);
    } else if (process.stdout.isTTY) {
      console.log(makeReplayText(bytes));
    } else {
      process.stdout.write(bytes);
    }
    return EXIT.good;
  },
};

function play(invocation: Invocation): { bytes: Uint8Array; summary: string } {
  const rules = readRules(requiredText(invocation, 'rules'));
  const seed = readSeed(invocation, 'seed') ?? requiredText(invocation, 'seed');
  const botSeed = readSeed(invocation, 'bot-seed') ?? seed;
  const bot = BOTS.find((name) => name === requiredText(invocation, 'bot'));
  if (bot === undefined) throw new UsageError(`--bot takes one of ${BOTS.join(', ')}`);
  const loadout = readLoadout(textOf(invocation, 'loadout'));
  const made = createRound({ rules, loadout, entropy: seededEntropy(seed), events: false });
  if (!made.ok) throw new UsageError(`no such round: ${made.error.code}`);
  createBot({ skill: BOT_SKILLS[bot], seed: botSeed }).advanceTo(made.value, rules.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new RangeError(replay.error);
  const bytes = encodeReplay(replay.value);
  if (!bytes.ok) throw new RangeError(bytes.error.code);
  const { score, hash, inputs } = replay.value;
  const summary = `score ${score}, hash ${makeHash(hash)}, ${inputs.length / 3} clicks, ${bytes.value.length} bytes`;
  return { bytes: bytes.value, summary };
}

/** The newest version of a rule set. */
function readRules(id: string): Rules {
  const rules = RULES.filter((candidate) => candidate.id === id).toSorted((a, b) => b.version - a.version)[0];
  if (rules === undefined) throw new UsageError(`--rules takes one of ${RULE_IDS.join(', ')}`);
  return rules;
}

function readSeed(invocation: Invocation, name: string): string | undefined {
  const seed = textOf(invocation, name);
  if (seed !== undefined && !isSeed(seed)) throw new UsageError(`--${name} takes 1 to 64 bytes of UTF-8`);
  return seed;
}

function readLoadout(text: string | undefined): UpgradeId[] {
  const names = text === undefined || text === '' ? [] : text.split(',');
  return names.map((name, at) => {
    const upgrade = UPGRADES.find(({ id }) => id === name);
    if (upgrade === undefined)
      throw new UsageError(`--loadout: no upgrade '${name}'; there are ${UPGRADES.map(({ id }) => id).join(', ')}`);
    if (names.indexOf(name) !== at) throw new UsageError(`--loadout: '${name}' stands there twice`);
    return upgrade.id;
  });
}
