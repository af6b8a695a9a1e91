/** Parts of a row of a list of battles: what it is, its state, and what can be done. */
export const ROW = {
  row: 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3 py-4 md:grid-cols-[minmax(0,1fr)_7rem_15rem]',
  state: 'flex flex-col items-end gap-0.5',
  actions: 'col-span-full flex flex-wrap items-center gap-2 md:col-auto md:justify-end',
  why: 'text-[0.875rem] text-muted md:w-full md:text-right',
} as const;
