import { expect, test } from 'vitest';
import { isEmulated } from './webgl-speed.ts';

test.each([
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', true],
  ['Google SwiftShader', true],
  ['llvmpipe (LLVM 15.0.7, 256 bits)', true],
  ['ANGLE (Mesa, llvmpipe (LLVM 17.0.6 256 bits), OpenGL 4.5)', true],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0, D3D11)', true],
  ['Apple Software Renderer', true],
  ['ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00003EA0) Direct3D11 vs_5_0 ps_5_0, D3D11)', false],
  ['ANGLE (Apple, ANGLE Metal Renderer: Apple M1, Unspecified Version)', false],
  ['Adreno (TM) 610', false],
  ['Mali-G52 MC2', false],
  ['Mesa Intel(R) HD Graphics 400 (BSW)', false],
  ['Apple GPU', false],
  ['WebKit WebGL', false],
])('whether the renderer %s is software: %s', (renderer, isSoftware) => {
  expect(isEmulated(renderer)).toBe(isSoftware);
});
