import { sql, type Db } from '../../kernel/db/db.ts'

const blockSize = 1000n

/** Order numbers out of blocks of a sequence: one trip to the database for a thousand orders; a restart leaves a gap. */
export function createOrderNumbers(db: Db<'options'>): { next(): bigint | Promise<bigint> } {
  let at = 0n
  let end = 0n
  let fetching: Promise<void> | undefined
  const fetchBlock = async (): Promise<void> => {
    const rows = await sql<{ first: bigint }>`select nextval('options.order_no_seq') as first`.execute(db)
    at = rows.rows[0]?.first ?? 0n
    end = at + blockSize
  }
  const waitForBlock = async (): Promise<bigint> => {
    while (at >= end) {
      fetching ??= fetchBlock().finally(() => void (fetching = undefined))
      await fetching
    }
    return at++
  }
  return { next: () => (at < end ? at++ : waitForBlock()) }
}
