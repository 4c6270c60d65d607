import { exportData } from '@evenhand/protocol/settings.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { call } from '../../lib/call.ts'
import { download } from '../../lib/download.ts'
import { withProof } from '../../lib/proof.ts'

export type CustomerData = { exportedAt: string; tables: Record<string, object[]> }

/**
 * All that is kept about the customer, fetched piece by piece. Requests a recent proof where one is wanted, also when it
 * runs out on the way. `onProgress` is called with how many entries have come.
 */
export async function fetchCustomerData(
  onProgress: (entries: number) => void,
  signal: AbortSignal,
): Promise<CustomerData> {
  const tables: Record<string, object[]> = {}
  let after: string | undefined
  let exportedAt = ''
  let entries = 0
  for (;;) {
    const requested = after === undefined ? {} : { after }
    const piece = await withProof(() => download(() => call(exportData, requested, { signal })))
    if (exportedAt === '') exportedAt = utcText(piece.at)
    for (const [table, rows] of Object.entries(piece.tables)) {
      tables[table] = [...(tables[table] ?? []), ...rows]
      entries += rows.length
    }
    onProgress(entries)
    if (piece.next === null) return { exportedAt, tables }
    after = piece.next
  }
}
