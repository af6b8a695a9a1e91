import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTestField, CROWDED, roundOf } from './field.fixture.ts';
import { mount } from './mount.ts';

// Only with WebGL are there contexts to give up. A field would not use it where software emulates it.
vi.mock(import('./webgl-speed.ts'), () => ({ hasFastWebGL: () => true }));

const hosts: HTMLElement[] = [];
afterEach(() => {
  for (const host of hosts.splice(0)) host.remove();
});

function createHost(widthPx: number): HTMLElement {
  const host = document.createElement('div');
  host.style.width = `${widthPx}px`;
  document.body.append(host);
  hosts.push(host);
  return host;
}

describe('a mounted field', () => {
  test('fills its host and keeps its shape', async () => {
    const host = createHost(480);
    const field = await mount(host);
    expect(host.getBoundingClientRect()).toMatchObject({ width: 480, height: 360 });
    expect(field.app.canvas.getBoundingClientRect()).toMatchObject({ width: 480, height: 360 });
    field.destroy();
  });

  test('renders after every draw of its ticker, without a call', async () => {
    const field = await mount(createHost(480));
    const round = roundOf(CROWDED, 3_000);
    field.app.ticker.add((ticker) => field.draw(round, ticker.elapsedMS));
    await expect.poll(() => field.stats().drawCalls).toBe(1);
    field.destroy();
  });

  test('takes no pointer events and lays nothing over the page', async () => {
    const before = document.body.children.length;
    const field = await mount(createHost(480));
    expect(document.body.children.length).toBe(before + 1);
    expect(field.app.stage.eventMode).toBe('none');
    expect('events' in field.app.renderer).toBe(false);
    expect('accessibility' in field.app.renderer).toBe(false);
    field.destroy();
  });

  test('leaves nothing behind', async () => {
    const host = createHost(480);
    const field = await mount(host);
    const { canvas, renderer } = field.app;
    expect(renderer.name).toBe('webgl');
    field.draw(roundOf(CROWDED, 3_000), 16);
    field.destroy();
    expect(host.children.length).toBe(0);
    expect(canvas.isConnected).toBe(false);
    expect(canvas.getContext('webgl2')?.isContextLost()).toBe(true);
    field.destroy();
  });

  test('can be mounted and destroyed more often than a page may have contexts', async () => {
    const host = createHost(160);
    for (let time = 0; time < 17; time++) {
      const field = await mount(host);
      field.draw(roundOf(CROWDED, 3_000), 16);
      field.app.render();
      expect(field.stats().drawCalls).toBe(1);
      field.destroy();
    }
    expect(host.children.length).toBe(0);
  });

  test('may lose its application first', async () => {
    const { app, view, host, frame } = await createTestField();
    frame(roundOf(CROWDED, 3_000));
    app.destroy({ removeView: true });
    expect(() => view.destroy()).not.toThrow();
    host.remove();
  });

  test('stands beside another', async () => {
    const one = await mount(createHost(240));
    const other = await mount(createHost(240));
    const round = roundOf(CROWDED, 3_000);
    for (const field of [one, other]) {
      field.draw(round, 16);
      field.app.render();
      expect(field.stats().drawCalls).toBe(1);
    }
    one.destroy();
    other.draw(round, 16);
    other.app.render();
    expect(other.stats().drawCalls).toBe(1);
    other.destroy();
  });
});
