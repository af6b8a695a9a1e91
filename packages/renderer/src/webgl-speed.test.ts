import { expect, test } from 'vitest';
import { hasGpuName } from './webgl-speed.ts';

test.each([
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', false],
  ['Google SwiftShader', false],
  ['llvmpipe (LLVM 15.0.7, 256 bits)', false],
  ['ANGLE (Mesa, llvmpipe (LLVM 17.0.6 256 bits), OpenGL 4.5)', false],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0, D3D11)', false],
  ['Apple Software Renderer', false],
  ['ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00003EA0) Direct3D11 vs_5_0 ps_5_0, D3D11)', true],
  ['ANGLE (Apple, ANGLE Metal Renderer: Apple M1, Unspecified Version)', true],
  ['Adreno (TM) 610', true],
  ['Mali-G52 MC2', true],
  ['Mesa Intel(R) HD Graphics 400 (BSW)', true],
  ['Apple GPU', true],
  ['NVIDIA GeForce GT 710/PCIe/SSE2', true],
  ['AMD Radeon Vega 3 Graphics', true],
  ['WebKit WebGL', null],
  ['Mozilla', null],
])('whether the renderer %s has the name of a GPU: %s', (renderer, hasName) => {
  expect(hasGpuName(renderer)).toBe(hasName);
});
