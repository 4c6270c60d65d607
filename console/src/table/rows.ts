/** Rows as a query of them stands. */
export type Rows<Row> = {
  readonly data: readonly Row[] | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
  /** Whether they could not be reloaded: the rows are as old as their time. */
  readonly isStale?: boolean
  /** How many there are in all, where the list shows a part of them; and how to get more. */
  readonly total?: number
  readonly more?: (() => void) | undefined
}
