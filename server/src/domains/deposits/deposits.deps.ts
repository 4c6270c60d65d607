import type { Chain, FundMethod } from '@evenhand/protocol/funds.ts'
import type { Asset } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Session } from '../../kernel/http/http.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { Log } from '../../kernel/log.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { Ledger } from '../ledger/index.ts'
import type { UsdtEquivalent } from '../markets/index.ts'
import type { EnqueueNotices } from '../notices/index.ts'

/** The most that may be paid in since a time, epoch ms, in smallest units of USDT, and what more is refused with. */
export type DepositLimit = { readonly since: number; readonly max: bigint; readonly refusal: () => Refusal }

/** What the installation has of a chain: the one address for all, or none where only customers' own are given out. */
export type DepositAddresses = Readonly<Partial<Record<Chain, { shared?: string | undefined; own: boolean }>>>

export type DepositsDeps = {
  db: Db<'deposits'>
  clock: Clock
  log: Log
  limits: Limits
  ledger: Ledger
  usdtOf: UsdtEquivalent
  /** Refuses 40001 or 40005 where country or pause are against it; returns the customer's own limits. */
  mayDeposit: (params: { session: Session; ip: string }) => Promise<readonly DepositLimit[]>
  /** Refuses 40039 unless the customer has uploaded this picture as a proof of a deposit. */
  mustOwnProof: (params: { customerId: string; fileId: string }) => Promise<void>
  addresses: DepositAddresses
  sandbox: boolean
  /** Notifies customers, if and when the transaction commits. */
  enqueueNotices: EnqueueNotices
  /** A real balance of an account is another than before. */
  moved: (accountId: bigint) => void
}

/** The ways in whose chain the installation has addresses of. */
export type OfferedMethods = readonly FundMethod[]
export type DepositAsset = Extract<Asset, 'USDT' | 'BTC' | 'ETH'>

type PictureType = 'image/jpeg' | 'image/png'

/** What operators' part of deposits needs; `db` acts as the role `console`. */
export type DepositsConsoleDeps = {
  db: Db<'deposits'>
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
  /** The result of a list of sanctions for a sender; nothing where none is configured. */
  screen?: ((address: string) => 'clear' | 'listed' | 'stale') | undefined
  enqueueNotices: EnqueueNotices
  moved: (accountId: bigint) => void
}
