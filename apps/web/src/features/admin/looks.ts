/** Surface of a section of the desk. */
export const PANEL = 'min-w-0 rounded-2xl bg-surface px-4 py-3.5';

/** Inputs and lists of the desk are smaller than those of the players, except on touch screens. */
export const COMPACT_ENTRY =
  'entry min-h-9 rounded-[0.625rem] py-0.5 text-[0.875rem] scheme-dark pointer-coarse:min-h-11';

/** Links of the desk that look like its buttons. */
export const COMPACT_LINK =
  'action action-quiet min-h-9 px-3.5 text-[0.875rem] whitespace-nowrap pointer-coarse:min-h-11';
