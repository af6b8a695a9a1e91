import { createTronNode } from '@popfray/tron/node';
import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { isOperator } from '../players/operator.ts';
import { openOperators } from './operators.ts';

const chain = createTronNode({ url: 'http://127.0.0.1:9' });
const addressOf = (digit: string): string => chain.addressOf(digit.repeat(64)) ?? '';
const [HOUSE, ANN, BOB, EVE] = [addressOf('1'), addressOf('2'), addressOf('3'), addressOf('4')] as const;
/** Looks like an address, and has a wrong checksum. */
const MISTYPED = `${ANN.slice(0, -1)}${ANN.endsWith('1') ? '2' : '1'}`;

function open(env: Record<string, string>): ReturnType<typeof openOperators> {
  const config = parseConfig({ TRON_NETWORK: 'nile', HOUSE_PRIVATE_KEY: '1'.repeat(64), ...env });
  return 'code' in config ? config : openOperators(config, { address: HOUSE }, chain);
}

/** Which of all are operators. */
function operatorsOf(env: Record<string, string>): string[] {
  const settings = open(env);
  if ('code' in settings) throw new Error(settings.message);
  return [HOUSE, ANN, BOB, EVE].filter((address) => isOperator({ house: { address: HOUSE }, settings }, address));
}

describe('operators', () => {
  it.each([
    [{}, [HOUSE]],
    [{ ADMIN_ADDRESSES: '' }, [HOUSE]],
    [{ ADMIN_ADDRESSES: ANN }, [HOUSE, ANN]],
    [{ ADMIN_ADDRESSES: ` ${ANN}, ${BOB} ,${ANN}` }, [HOUSE, ANN, BOB]],
    [{ ADMIN_ADDRESSES: ANN, HOUSE_SIGN_IN: '1' }, [HOUSE, ANN]],
    [{ ADMIN_ADDRESSES: ANN, HOUSE_SIGN_IN: '0' }, [ANN]],
    [{ ADMIN_ADDRESSES: `${HOUSE},${ANN}`, HOUSE_SIGN_IN: '0' }, [ANN]],
  ])('of %j are the house, unless it may not sign in, and those named', (env, operators) => {
    expect(operatorsOf(env)).toEqual(operators);
  });

  it.each([
    ['a mistyped address', { ADMIN_ADDRESSES: `${BOB},${MISTYPED}` }, MISTYPED],
    ['no address, and the house may not sign in', { HOUSE_SIGN_IN: '0' }, 'besides the house'],
    ['only the house, which may not sign in', { ADMIN_ADDRESSES: HOUSE, HOUSE_SIGN_IN: '0' }, 'besides the house'],
  ])('cannot be %s', (_, env, message) => {
    expect(open(env)).toEqual({
      code: 'ERR_CONFIG_ADMIN',
      variable: 'ADMIN_ADDRESSES',
      message: expect.stringContaining(message),
    });
  });
});
