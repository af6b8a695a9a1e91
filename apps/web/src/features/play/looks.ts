/**
 * Utilities of the parts of a play screen. `play.css` places the parts on the screen; `wide`, `flat` and `upright` are the windows that
 * have layouts of their own, and `in-round` is an upright phone's layout during a round, and `filled` the full screen during one.
 */
export const PLAY_PART = {
  /** The screen itself, in full screen during a round: the figures and the rivals are beside the field, or above it in a narrow screen. */
  screen:
    "filled:content-center filled:gap-2 filled:py-1 filled:broad:px-1 filled:[--chrome:6rem] filled:[--sides:0px] filled:broad:[--chrome:0.5rem] filled:broad:[--sides:15rem] filled:broad:[grid-template:'hud_field_rivals'_/_minmax(7rem,1fr)_var(--field-w)_minmax(7rem,1fr)]",
  /** Link back, title, full screen, and what the screen adds. Classes `play-beside` and `play-title` mark the parts of its first row. */
  head: 'filled:hidden grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2 [grid-area:head] max-[22rem]:grid-cols-[1fr_auto] upright:in-round:order-3 wide:grid-flow-row-dense wide:grid-cols-[1fr_auto] wide:content-start wide:[&>:not(.play-beside)]:col-span-full wide:[&>:not(.play-beside)]:mt-2 flat:min-w-0 flat:grid-flow-row-dense flat:grid-cols-[minmax(0,1fr)_auto] flat:content-start flat:gap-x-1 flat:gap-y-0.5 flat:[&_.action]:gap-1 flat:[&_.action]:px-1 flat:[&_.action]:text-left flat:[&_.action]:text-[0.8125rem] flat:max-[46rem]:grid-cols-1 flat:max-[46rem]:justify-items-start [&>:not(.play-beside,.play-title)]:col-span-full',
  title:
    'play-title max-[22rem]:col-span-full max-[22rem]:row-start-2 flat:col-span-full [&>h1]:text-[clamp(1rem,0.8rem+0.9vw,1.5rem)] [&>p]:mt-0.5 flat:[&>p]:mt-0 flat:[&>p]:text-[0.75rem]/[1.2]',
  side: 'filled:hidden [grid-area:side] upright:in-round:contents upright:in-round:[&>:not([data-controls])]:order-4 flat:[&_.action]:px-2 flat:[&_.entry]:basis-full flat:[&_.entry]:px-2 flat:[&_form>.action]:w-full',
} as const;
