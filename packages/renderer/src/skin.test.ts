import { describe, expect, test } from 'vitest';
import { parseColour, type Hex } from './colour.ts';
import { SKIN_LOOKS } from './skin-looks.ts';
import { DISTINCT_LOOK, TRON_SKIN } from './skin.ts';

type Vector = readonly [number, number, number];

/** Rows of a 3 by 3 matrix. */
type Matrix = readonly [Vector, Vector, Vector];

/**
 * How eyes without one kind of cone see linear light, at full severity: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes,
 * "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, table 1.
 */
const EYES: readonly (readonly [name: string, matrix: Matrix])[] = [
  [
    'no deficiency',
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [
    'protanopia',
    [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
  ],
  [
    'deuteranopia',
    [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  ],
  [
    'tritanopia',
    [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  ],
];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const apply = (matrix: Matrix, v: Vector): Vector => [dot(matrix[0], v), dot(matrix[1], v), dot(matrix[2], v)];

const toLinear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** OKLab (B. Ottosson, 2020), in which equal distances look about equally far apart. */
function toOklab(linear: Vector): Vector {
  const cones = apply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear,
  );
  return apply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(cones[0]), Math.cbrt(cones[1]), Math.cbrt(cones[2])],
  );
}

/** How far apart two colours look to an eye; 0.02 is just noticeable side by side. */
function distance(eye: Matrix, a: Hex, b: Hex): number {
  const [from, to] = [a, b].map((hex) => {
    const [red, green, blue] = parseColour(hex);
    const seen = apply(eye, [toLinear(red), toLinear(green), toLinear(blue)]);
    return toOklab([Math.max(seen[0], 0), Math.max(seen[1], 0), Math.max(seen[2], 0)]);
  });
  return from && to ? Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]) : 0;
}

/** Pairs of different colours. */
const pairs = (colours: readonly Hex[]): (readonly [Hex, Hex])[] =>
  colours.flatMap((a, index) => colours.slice(index + 1).map((b) => [a, b] as const));

describe('the TRON skin', () => {
  test.each(EYES)('keeps the seven colours and the other chain apart for an eye with %s', (_name, eye) => {
    const colours = [...TRON_SKIN.colours, TRON_SKIN.foreign.colour];
    expect(pairs(colours).filter(([a, b]) => distance(eye, a, b) < 0.1)).toEqual([]);
  });

  test.each(EYES)('shows every colour on the field for an eye with %s', (_name, eye) => {
    const colours = [...TRON_SKIN.colours, TRON_SKIN.foreign.colour, TRON_SKIN.boss.colour];
    expect(colours.filter((colour) => distance(eye, colour, TRON_SKIN.field.middle) < 0.2)).toEqual([]);
  });

  test('gives the two chains different marks', () => {
    expect(TRON_SKIN.home.mark.path).not.toBe(TRON_SKIN.foreign.mark.path);
  });

  test('says what the specification says', () => {
    expect(TRON_SKIN.comboMessages).toEqual([
      'Epic Streak!',
      'TRON Combo Master!',
      'Unstoppable!',
      'Legendary Streak!',
      'TRON Warrior!',
    ]);
    expect(TRON_SKIN.milestoneMessage(1_500)).toBe('1500 Points! TRON Power!');
  });
});

describe('the distinct look', () => {
  const skin = { ...TRON_SKIN, ...DISTINCT_LOOK };

  /** OKLab distance that all pairs keep: half as much again as the TRON skin's. */
  const FAR = 0.15;

  test.each(EYES)('keeps the seven colours and the other chain far apart for an eye with %s', (_name, eye) => {
    const colours = [...skin.colours, skin.foreign.colour];
    expect(pairs(colours).filter(([a, b]) => distance(eye, a, b) < FAR)).toEqual([]);
  });

  test.each(EYES)('shows every colour on the field for an eye with %s', (_name, eye) => {
    const colours = [...skin.colours, skin.foreign.colour, skin.boss.colour];
    expect(colours.filter((colour) => distance(eye, colour, skin.field.middle) < 0.19)).toEqual([]);
  });

  test('is what the TRON skin is not', () => {
    const nearest = (colours: readonly Hex[]) =>
      Math.min(...EYES.flatMap(([, eye]) => pairs(colours).map(([a, b]) => distance(eye, a, b))));
    expect(nearest([...TRON_SKIN.colours, TRON_SKIN.foreign.colour])).toBeLessThan(FAR);
    expect(skin.patterns).toBe('bold');
  });
});

describe.each(Object.entries(SKIN_LOOKS))('the skin %s', (_id, look) => {
  const skin = { ...TRON_SKIN, ...look };

  test.each(EYES)('keeps the seven colours and the other chain apart for an eye with %s', (_name, eye) => {
    expect(pairs([...skin.colours, skin.foreign.colour]).filter(([a, b]) => distance(eye, a, b) < 0.1)).toEqual([]);
  });

  test.each(EYES)('shows every colour and its texts on the field for an eye with %s', (_name, eye) => {
    const colours = [...skin.colours, skin.foreign.colour, skin.boss.colour, skin.text, skin.accent];
    expect(colours.filter((colour) => distance(eye, colour, skin.field.middle) < 0.2)).toEqual([]);
  });

  test('changes colours only', () => {
    expect(Object.keys(look).toSorted()).toEqual(['accent', 'colours', 'field']);
  });
});

describe('a colour', () => {
  test('is six hex digits', () => {
    expect(parseColour('#FF4757')).toEqual([255, 71, 87]);
  });

  test.each(['#FFF', '#GG0000', '#FF47570'] as const)('is not %s', (text) => {
    expect(() => parseColour(text)).toThrow(RangeError);
  });
});
