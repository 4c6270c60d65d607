/** A row of one version beside the same row of the version before; `before` is undefined where nothing changed. */
export type Changed<R> = R & { before: R | undefined }

/** Rows beside those of the version before, by their key. */
export function besideBefore<R extends object>(
  rows: readonly R[],
  before: readonly R[] | undefined,
  keyOf: (row: R) => unknown,
): Changed<R>[] {
  return rows.map((row) => {
    const old = before?.find((one) => keyOf(one) === keyOf(row))
    return { ...row, before: old && JSON.stringify(old) !== JSON.stringify(row) ? old : undefined }
  })
}

/** The versions, the newest first, each with its changes from the one before. */
export function newestFirst<V extends { version: number }, C>(
  versions: readonly V[],
  changes: (one: V, before: V | undefined) => C,
): (V & C)[] {
  const rising = versions.toSorted((a, b) => a.version - b.version)
  return rising.map((one, at) => ({ ...one, ...changes(one, rising[at - 1]) })).toReversed()
}
