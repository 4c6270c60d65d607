import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db.ts'
import type { OperatorDeps } from '../../kernel/operator-call.ts'
import type { Handed } from '../notices/index.ts'
import type { UsdtEquivalent } from './usdt-equivalent.ts'

type PictureType = 'image/jpeg' | 'image/png'

/** What operators' part of deposits needs; `db` acts as the role `console`. */
export type DepositsConsoleDeps = {
  db: Db<'wallet'>
  clock: Clock
  operators: OperatorDeps
  usdtOf: UsdtEquivalent
  /** The ledger account of a customer, and how the customer is called; undefined where there is none. */
  customersById: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { accountId: bigint; username: string; tier: string }>>
  /** A picture for an operator with a reason, written down before it is shown. */
  openPicture: (
    fileId: string,
    viewer: { operatorId: string; reason: string },
  ) => Promise<{ type: PictureType; bytes: Buffer }>
  /** What a list of sanctions says of a sender; nothing where none is configured. */
  screen?: ((address: string) => 'clear' | 'listed' | 'stale') | undefined
  tell: (handed: readonly Handed[]) => void
  moved: (accountId: bigint) => void
}
