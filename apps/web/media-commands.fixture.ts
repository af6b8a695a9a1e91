/** How a system shows contrasts: as the page says, stronger, or in a few colours that its user has chosen. */
export type Contrast = 'normal' | 'more' | 'forced';

/** The part of the context of a command that is needed here: Playwright's page. */
interface CommandContext {
  readonly page: {
    emulateMedia(media: { readonly contrast: 'more' | null; readonly forcedColors: 'active' | null }): Promise<void>;
  };
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
