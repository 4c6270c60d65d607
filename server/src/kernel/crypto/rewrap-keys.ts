import type { WrappedKey } from './wrapping-keys.ts'

/** What came of wrapping keys anew: how many were, and those that could not be opened, each with the reason. */
export type Rewrapped = { readonly count: number; readonly failed: readonly { id: string; cause: string }[] }

type Params<Row extends { id: string }> = {
  /** The next rows whose key another wraps than the current one, in the order of their ids, after an id. */
  page: (after: string | undefined) => Promise<readonly Row[]>
  /** The key of a row, wrapped anew; throws where it is damaged or its wrapping key is missing. */
  rewrap: (row: Row) => WrappedKey
  store: (row: Row, key: WrappedKey) => Promise<void>
}

/** Wraps the keys of all rows anew. One that cannot be opened stays as it is, is reported, and stops no other. */
export async function rewrapKeys<Row extends { id: string }>({ page, rewrap, store }: Params<Row>): Promise<Rewrapped> {
  const failed: { id: string; cause: string }[] = []
  let count = 0
  let after: string | undefined
  for (;;) {
    const rows = await page(after)
    if (rows.length === 0) return { count, failed }
    for (const row of rows) {
      after = row.id
      let key: WrappedKey
      try {
        key = rewrap(row)
      } catch (cause) {
        failed.push({ id: row.id, cause: cause instanceof Error ? cause.message : String(cause) })
        continue
      }
      await store(row, key)
      count += 1
    }
  }
}
