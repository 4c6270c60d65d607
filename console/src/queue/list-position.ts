/** Where an operator stands in a list: the case that is or was open last, and its index while the list had it. */
export type Place = { readonly id: string; readonly at: number }

/**
 * The place after the list was read anew: it follows the case, and stays where the case was when a decision took it out
 * of the list.
 */
export function keptPlace(place: Place | undefined, ids: readonly string[], openId: string | undefined) {
  const id = openId ?? place?.id
  if (id === undefined) return undefined
  const at = ids.indexOf(id)
  if (at >= 0) return place?.id === id && place.at === at ? place : { id, at }
  return place?.id === id ? place : { id, at: 0 }
}

/** The case one step on or back; undefined at either end. The first one where no case was open yet. */
export function stepFrom(place: Place | undefined, ids: readonly string[], step: 1 | -1): string | undefined {
  if (place === undefined) return ids[0]
  const at = ids.indexOf(place.id)
  // What stood behind a case that has left the list has moved up to its index.
  return at >= 0 ? ids[at + step] : ids[step === 1 ? place.at : place.at - 1]
}

/** The next case behind the place that is open to this operator; undefined where the list has no more. */
export function nextOpen(
  place: Place | undefined,
  ids: readonly string[],
  isOpen: (id: string) => boolean,
): string | undefined {
  const at = place === undefined ? -1 : ids.indexOf(place.id)
  return ids.slice(at >= 0 ? at + 1 : (place?.at ?? 0)).find((id) => id !== place?.id && isOpen(id))
}
