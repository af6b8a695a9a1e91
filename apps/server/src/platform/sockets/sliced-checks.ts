/** Parts of a period in which a part of the items is checked. */
const SLICES = 20;

/**
 * Checks each item of a set about once in a period, ms, until it is stopped. A slice of the items is checked at a time: thousands of sockets that are pinged in one
 * turn of the event loop would delay all others. Items may be added and deleted meanwhile.
 */
export function checkInSlices<Item>(
  items: ReadonlySet<Item>,
  everyMs: number,
  check: (item: Item) => void,
): { stop(): void } {
  // An iterator of a set also gives items that are added later, and none that was deleted.
  let left = items.values();
  const timer = setInterval(() => {
    for (let count = Math.ceil(items.size / SLICES); count > 0; count--) {
      const next = left.next();
      if (next.done === true) {
        left = items.values();
        return;
      }
      check(next.value);
    }
  }, everyMs / SLICES);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
