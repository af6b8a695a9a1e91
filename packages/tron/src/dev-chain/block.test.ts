import { describe, expect, it } from 'vitest';
import { GENESIS, makeBlock, makeHeaderJson, referenceTo } from './block.ts';
import { DEV_CHAIN_ID } from './dev-chain-id.ts';

describe('block 0', () => {
  it('gives the chain its id', () => {
    expect(DEV_CHAIN_ID).toBe(`0x${GENESIS.id.slice(-8)}`);
  });

  it('is none of TRON’s networks', () => {
    expect(['0x2b6653dc', '0x94a9059e', '0xcd8690dc']).not.toContain(DEV_CHAIN_ID);
  });

  it('never changes, and says what it is', () => {
    expect(GENESIS.id).toBe('00000000000000004b6a14c16f9e35b826eb7e80be1664a66573a75fe5bec337');
    expect(Buffer.from(GENESIS.parentId, 'hex').toString()).toBe('Popfray dev chain: play money');
  });

  it('is shown without a number and a time, as protobuf leaves out what is 0', () => {
    expect(makeHeaderJson(GENESIS)).not.toHaveProperty('raw_data.number');
    expect(makeHeaderJson(GENESIS)).not.toHaveProperty('raw_data.timestamp');
  });
});

describe('a block', () => {
  it('has its number in the first 8 bytes of its id', () => {
    const block = makeBlock({ ...GENESIS, number: 0x1_2344 }, 1_000, []);
    expect(block.id).toMatch(/^0000000000012345[0-9a-f]{48}$/);
    expect(referenceTo(block)).toEqual({ bytes: '2345', hash: block.id.slice(16, 32) });
  });

  it('has an id that follows from its parent, its time and its transactions', () => {
    const ids = [
      makeBlock(GENESIS, 1_000, []),
      makeBlock(GENESIS, 1_001, []),
      makeBlock(GENESIS, 1_000, ['ab'.repeat(32)]),
      makeBlock({ ...GENESIS, id: 'cd'.repeat(32) }, 1_000, []),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(makeBlock(GENESIS, 1_000, []).id).toBe(ids[0]);
  });
});
