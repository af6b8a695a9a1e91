import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask, dumpAll } from '../testing/client.fixture.ts';
import { createDesk, type Desk } from '../testing/desk.fixture.ts';

let test: Desk;
beforeEach(async () => {
  test = await createDesk();
});
afterEach(async () => test.stop());

const change = async (name: string, value: number | null) =>
  ask(test.app, ADMIN_CALLS.changeSetting, {
    token: test.token,
    body: { name, value, reason: 'Fewer keys.' },
  });

const read = async () => (await ask(test.app, ADMIN_CALLS.getSettings, { token: test.token })).value;

it('a setting has its default until it is changed, and null restores it', async () => {
  const { limitDefaults } = test.context.settings;
  const before = (await read()).settings;
  expect(before.map(({ name, value }) => [name, value])).toEqual(Object.entries(limitDefaults));
  const { value } = await change('network-cap', 3);
  expect(value.settings.find(({ name }) => name === 'network-cap')).toEqual({
    name: 'network-cap',
    unit: 'percent',
    min: 0,
    max: 100,
    defaultValue: limitDefaults['network-cap'],
    value: 3,
    changedBy: test.house,
    changedAt: test.clock.nowMs,
  });
  expect((await change('network-cap', null)).value.settings).toEqual(before);
});

it('each change is in the audit log with who, when, the old and the new value', async () => {
  await change('round-cap', 12_500_000);
  await change('first-withdrawal-wait', 24);
  test.clock.nowMs += 1_000;
  await change('round-cap', 13_000_000);
  await change('round-cap', null);
  const { lines } = (await ask(test.app, ADMIN_CALLS.getAuditLog, { token: test.token })).value;
  expect(lines.map(({ subject, reason }) => [subject, reason])).toEqual([
    ['round-cap', '13 TRX → 100000 TRX (default): Fewer keys.'],
    ['round-cap', '12.5 TRX → 13 TRX: Fewer keys.'],
    ['first-withdrawal-wait', '0 h → 24 h: Fewer keys.'],
    ['round-cap', '100000 TRX → 12.5 TRX: Fewer keys.'],
  ]);
  expect(lines[0]).toMatchObject({ act: 'setting', by: test.house, at: test.clock.nowMs });
  expect((await read()).changes).toEqual(lines);
});

it.each([
  ['round-cap', -1, 'ERR_SETTING_VALUE'],
  ['round-cap', 100_000_000_001, 'ERR_SETTING_VALUE'],
  ['hour-share', 0, 'ERR_SETTING_VALUE'],
  ['network-cap', 101, 'ERR_SETTING_VALUE'],
  ['first-withdrawal-wait', 721, 'ERR_SETTING_VALUE'],
  ['network-cap', 2.5, 'ERR_BODY'],
  ['unknown', 1, 'ERR_BODY'],
  ['constructor', 1, 'ERR_BODY'],
])('%s of %s is refused, and nothing changes', async (name, value, code) => {
  const before = await dumpAll(test.context.db);
  expect((await change(name, value)).code).toBe(code);
  expect(await dumpAll(test.context.db)).toEqual(before);
});

it('the value that is in force already is no change', async () => {
  await change('network-cap', 3);
  await change('network-cap', 3);
  await change('hour-share', null);
  expect((await read()).changes).toHaveLength(1);
});
