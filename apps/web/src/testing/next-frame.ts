/** Waits until React has rendered. For tests with faked timers, which `expect.poll` and `expect.element` would advance. */
export const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
