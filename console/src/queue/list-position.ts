/** Where an operator stands in a list: the case that is or was open last, and its index while the list had it. */
export type ListPosition = { readonly id: string; readonly at: number }

/**
 * The position after the list was reloaded: it follows the case, and stays where the case was when a decision took it out
 * of the list.
 */
export function keptPosition(position: ListPosition | undefined, ids: readonly string[], openId: string | undefined) {
  const id = openId ?? position?.id
  if (id === undefined) return undefined
  const at = ids.indexOf(id)
  if (at >= 0) return position?.id === id && position.at === at ? position : { id, at }
  return position?.id === id ? position : { id, at: 0 }
}

/** The case one step on or back; undefined at either end. The first one where no case was open yet. */
export function stepFrom(position: ListPosition | undefined, ids: readonly string[], step: 1 | -1): string | undefined {
  if (position === undefined) return ids[0]
  const at = ids.indexOf(position.id)
  // What stood behind a case that has left the list has moved up to its index.
  return at >= 0 ? ids[at + step] : ids[step === 1 ? position.at : position.at - 1]
}

/** The next case behind the position that is open to this operator; undefined where the list has no more. */
export function nextOpen(
  position: ListPosition | undefined,
  ids: readonly string[],
  isOpen: (id: string) => boolean,
): string | undefined {
  const at = position === undefined ? -1 : ids.indexOf(position.id)
  return ids.slice(at >= 0 ? at + 1 : (position?.at ?? 0)).find((id) => id !== position?.id && isOpen(id))
}
