import { expect, test } from 'vitest';
import { PARTICLE_MS, Particles, PARTICLES_PER_POP } from './particles.ts';

test('a pop leaves twelve particles, gone within 600 ms', () => {
  const particles = new Particles(64);
  particles.burst(100, 100, 40, 0, PARTICLES_PER_POP);
  expect(particles.live).toBe(12);
  particles.advance(PARTICLE_MS / 2);
  expect(particles.live).toBe(12);
  particles.advance(PARTICLE_MS / 2);
  expect(particles.live).toBe(0);
});

test('particles go one by one, not all at once', () => {
  const particles = new Particles(64);
  particles.burst(100, 100, 40, 0, PARTICLES_PER_POP);
  const counts = new Set<number>();
  for (let ms = 0; ms <= PARTICLE_MS; ms += 10) {
    particles.advance(10);
    counts.add(particles.live);
  }
  expect(counts.size).toBeGreaterThan(4);
});

test('a full pool takes over its oldest and never grows', () => {
  const particles = new Particles(30);
  for (let pop = 0; pop < 10; pop++) particles.burst(100, 100, 40, 0, PARTICLES_PER_POP);
  expect(particles.live).toBe(30);
  particles.advance(PARTICLE_MS);
  expect(particles.live).toBe(0);
});

test('a pool of none takes bursts and shows none', () => {
  const particles = new Particles(0);
  particles.burst(100, 100, 40, 0, PARTICLES_PER_POP);
  particles.advance(16);
  expect(particles.live).toBe(0);
});

test('clear ends them all', () => {
  const particles = new Particles(64);
  particles.burst(100, 100, 40, 0, PARTICLES_PER_POP);
  particles.clear();
  expect(particles.live).toBe(0);
  particles.burst(100, 100, 40, 0, 3);
  expect(particles.live).toBe(3);
});
