import type { Page } from 'playwright';

/** How a system shows contrasts: as the page says, stronger, or in a few colours that its user has chosen. */
export type Contrast = 'normal' | 'more' | 'forced';

/** The part of the context of a command that is needed here. */
interface CommandContext {
  readonly page: Page;
}

export const mediaCommands = {
  /** Makes the browser report a mode of contrast. */
  async emulateContrast({ page }: CommandContext, contrast: Contrast): Promise<void> {
    await page.emulateMedia({
      contrast: contrast === 'more' ? 'more' : null,
      forcedColors: contrast === 'forced' ? 'active' : null,
    });
  },
};
