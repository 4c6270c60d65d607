import { consoleResales } from '@evenhand/protocol/collectibles-console.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import type { CollectiblesConsoleDeps } from './collectibles.console.ts'
import { saleNo, usdtText } from './collectibles.rules.ts'
import { resaleIsOn } from './collectibles.store.ts'
import { viewOffer } from './list-resales.ts'
import { offersWhere, resaleSums } from './resale.store.ts'

const maxRows = 500

/** What operators read of resales; no call sets a price or an owner. */
export const resalesConsole = (deps: CollectiblesConsoleDeps): MountedOperator[] => [
  handleOperator(consoleResales, (request, call) => overview(deps, request, call)),
]

async function overview(
  { db, clock }: CollectiblesConsoleDeps,
  { status }: z.output<typeof consoleResales.request>,
  { lang }: OperatorCall,
): Promise<z.input<typeof consoleResales.result>> {
  const now = clock.now()
  const where = status === undefined ? sql`true` : sql`o.status = ${status}`
  const [rows, sums, isOn] = await Promise.all([
    offersWhere(db, { where, limit: maxRows }),
    resaleSums(db),
    resaleIsOn(db, now),
  ])
  return {
    at: now,
    isOn,
    resales: sums.n,
    volume: usdtText(sums.volume),
    royalties: usdtText(sums.royalties),
    rows: rows.map((row) => ({
      ...viewOffer(row, lang),
      charity: row.charity,
      seller: row.transfer,
      orderNo: row.orderNo === null ? null : saleNo(row.orderNo),
      entry: row.entry === null ? null : row.entry.toString(),
    })),
  }
}
