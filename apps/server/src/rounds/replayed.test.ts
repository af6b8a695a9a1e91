import { arena, recordReplay, verifyReplay, type Replay } from '@popfray/engine';
import { BOT_SKILLS, createBot, type BotSkill } from '@popfray/engine/bot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TicketRow } from '../platform/database/schema.ts';
import { startRound, textOf } from '../testing/player.fixture.ts';
import { replayRound } from './replayed.ts';

/** The ticket that a replay is for. */
const ticketOf = (replay: Replay): TicketRow => ({
  id: 'ticket',
  address: '',
  seed: String(replay.entropy),
  rules_id: replay.rulesId,
  rules_version: replay.rulesVersion,
  loadout: JSON.stringify(replay.loadout),
  issued_at: 0,
  expires_at: 0,
  state: 'open',
});

/** A round of a player with some skill. */
function play(seed: string, skill: BotSkill, hasUpgrades: boolean): Replay {
  const round = startRound(seed, hasUpgrades ? ['score-multiplier', 'bubble-storm', 'precision-strike'] : []);
  createBot({ skill, seed }).advanceTo(round, arena.durationMs);
  const replay = recordReplay(round);
  if (!replay.ok) throw new Error(replay.error);
  return replay.value;
}

const replays = fc
  .tuple(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom(...Object.values(BOT_SKILLS)), fc.boolean())
  .map(([seed, skill, hasUpgrades]) => play(`s${seed.replaceAll(/[^a-z]/g, '')}`, skill, hasUpgrades));

describe('a round played again', () => {
  it('ends as the engine’s own verifier has it', () => {
    fc.assert(
      fc.property(replays, (replay) => {
        const text = textOf(replay);
        const verified = verifyReplay(Buffer.from(text, 'base64url'));
        const again = replayRound(text, ticketOf(replay));
        if (!verified.ok || !again.ok) throw new Error('not verified');
        expect(again.value.round.snapshot()).toEqual(verified.value.round.snapshot());
        expect(again.value.round.score).toBe(replay.score);
      }),
      { numRuns: 60 },
    );
  });

  it('is given back without a track, whose bytes a stranger has chosen', () => {
    const replay = play('track', BOT_SKILLS.regular, true);
    const again = replayRound(textOf({ ...replay, track: Uint8Array.of(1, 2, 3) }), ticketOf(replay));
    expect(again.ok && Buffer.from(again.value.bytes).toString('base64url')).toBe(textOf(replay));
  });

  it('is refused wherever the engine’s own verifier refuses it', () => {
    const forgeries = fc.tuple(replays, fc.nat({ max: 5_000 }), fc.integer({ min: 1, max: 2 ** 32 - 1 }));
    fc.assert(
      fc.property(forgeries, ([replay, more, flipped]) => {
        for (const forged of [
          { ...replay, score: replay.score + more + 1 },
          { ...replay, hash: (replay.hash ^ flipped) >>> 0 },
          { ...replay, inputs: replay.inputs.slice(0, -3) },
        ]) {
          const text = textOf(forged);
          const verified = verifyReplay(Buffer.from(text, 'base64url'));
          const again = replayRound(text, ticketOf(forged));
          expect(verified.ok).toBe(again.ok);
          expect(again).toMatchObject({ ok: false, error: 'ERR_REPLAY_WRONG' });
        }
      }),
      { numRuns: 30 },
    );
  });
});
