/**
 * A section of text: its parts below each other, with lines for reading. Utilities of the parts have precedence, so `:where` keeps the
 * specificity at zero.
 */
export const PROSE =
  'relative flex flex-col gap-4 scroll-mt-[calc(var(--header)+1rem)] [:where(&:not(:lang(zh),:lang(ja))_:is(p,li))]:leading-[1.65] [:where(&:is(:lang(zh),:lang(ja))_:is(p,li))]:leading-[1.8] [:where(&:is(:lang(zh),:lang(ja))_:is(p,li))]:[line-break:strict] [:where(&_dd)]:leading-[1.65]';

/** List with bullets inside a section of text. */
export const BULLETS = 'flex list-disc flex-col gap-2 pl-5 marker:text-edge';
