/** The element of a list at an index; below 0 from its end, as `Array.prototype.at`. Throws where the list has none. */
export function elementOf<Element>(list: ArrayLike<Element>, index: number): Element {
  const element = list[index < 0 ? list.length + index : index];
  if (element === undefined) throw new RangeError(`a list of ${list.length} has no element ${index}`);
  return element;
}
