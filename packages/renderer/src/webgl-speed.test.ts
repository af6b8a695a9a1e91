import { expect, test } from 'vitest';
import { isEmulated } from './webgl-speed.ts';

test.each([
  'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
  'Google SwiftShader',
  'llvmpipe (LLVM 15.0.7, 256 bits)',
  'ANGLE (Mesa, llvmpipe (LLVM 17.0.6 256 bits), OpenGL 4.5)',
  'ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'Apple Software Renderer',
])('%s is software', (renderer) => {
  expect(isEmulated(renderer)).toBe(true);
});

test.each([
  'ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00003EA0) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'ANGLE (Apple, ANGLE Metal Renderer: Apple M1, Unspecified Version)',
  'Adreno (TM) 610',
  'Mali-G52 MC2',
  'Mesa Intel(R) HD Graphics 400 (BSW)',
  'Apple GPU',
  'WebKit WebGL',
])('%s is a GPU', (renderer) => {
  expect(isEmulated(renderer)).toBe(false);
});
