import type { Deposit, listRecharge } from '@evenhand/protocol/deposits.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http.ts'
import type { DepositsDeps } from './deposits.deps.ts'
import { viewDeposit } from './deposits.rules.ts'
import { listDeposits } from './deposits.store.ts'

const wholeList = 100

/** The caller's deposits, newest first; without a page the newest hundred. */
export async function ownDeposits(
  { db }: DepositsDeps,
  ask: z.output<typeof listRecharge.ask>,
  { session }: Call,
): Promise<Deposit[] | { rows: Deposit[]; total: number; page: number; size: number }> {
  const size = ask.size ?? (ask.page === undefined ? wholeList : 20)
  const page = ask.page ?? 1
  const statuses = ask.status === undefined ? undefined : [ask.status]
  const { deposits, total } = await listDeposits(
    db,
    { customerId: session.customerId, statuses },
    { limit: size, offset: (page - 1) * size },
  )
  const rows = deposits.map(viewDeposit)
  return ask.page === undefined ? rows : { rows, total, page, size }
}
