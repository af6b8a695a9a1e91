/** Surface of a section of the desk. */
export const PANEL = 'min-w-0 rounded-2xl bg-surface px-4 py-3.5';

/** Links of the desk that look like its buttons. */
export const COMPACT_LINK =
  'action action-quiet min-h-9 px-3.5 text-[0.875rem] whitespace-nowrap pointer-coarse:min-h-11';
