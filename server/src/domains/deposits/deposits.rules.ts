import type { Deposit } from '@evenhand/protocol/deposits.ts'
import { methodOf, type FundMethod } from '@evenhand/protocol/funds.ts'
import { assetScales, moneyText, parseUnits } from '@evenhand/protocol/money.ts'
import { invariant, refuse } from '../../kernel/http/refusal.ts'
import type { DepositRow } from './deposits.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** An operator reviews a deposit within a day. */
export const reviewMs = dayMs
/** No deposit is larger than this many whole coins; beyond it a number is a slip of the keyboard. */
const maxWhole = 1_000_000_000n

/** The number of a deposit as customers know it. */
export const depositNo = (orderNo: bigint): string => `DP${orderNo.toString().padStart(9, '0')}`

/** An amount of the wire in smallest units; refuses 10016 with `max` for more decimals than the coin has, zero, or too much. */
export function depositUnits(coin: FundMethod['coin'], text: string): bigint {
  const units = parseUnits(text, assetScales[coin])
  const max = maxWhole * 10n ** BigInt(assetScales[coin])
  if (units === undefined || units <= 0n || units > max)
    throw refuse('amountWrong', {
      step: moneyText({ asset: coin, units: 1n }),
      max: moneyText({ asset: coin, units: max }),
    })
  return units
}

/** The way in of a deposit. Throws where it is on none that is known. */
export function methodOfRow({ coin, network }: Pick<DepositRow, 'coin' | 'network'>): FundMethod {
  const method = methodOf(coin, network)
  invariant(method, 'a deposit is on a known way')
  return method
}

/** A deposit as its customer sees it. */
export function viewDeposit(row: DepositRow): Deposit {
  const { coin } = row
  const text = (units: bigint): string => moneyText({ asset: coin, units })
  return {
    id: row.id,
    orderNo: depositNo(row.orderNo),
    coin,
    network: row.network,
    amount: text(row.amount),
    last6: row.last6,
    txHash: row.txHash,
    proofFileId: row.proofFileId,
    status: row.status,
    ...(row.credited === null ? {} : { creditedAmount: text(row.credited) }),
    confirmations: confirmationsOf(row),
    confirmationsNeeded: methodOfRow(row).confirmations,
    ...(row.reasonCode === null ? {} : { reasonCode: row.reasonCode }),
    mayResubmit: row.status === 'REJECTED' && !row.resubmitted && row.followedBy === null,
    ...(row.followedBy === null ? {} : { followedBy: depositNo(row.followedBy) }),
    ...(row.debt === null ? {} : { debt: text(row.debt) }),
    createdAt: row.createdAt,
    dueAt: row.dueAt,
    decidedAt: row.decidedAt,
  }
}

function confirmationsOf(row: DepositRow): number {
  if (row.height === null || row.head === null || row.head < row.height) return 0
  return Number(row.head - row.height) + 1
}

/** The deposit as it was returned when it was submitted, whatever its status is now. */
export const firstView = (row: DepositRow): Deposit =>
  viewDeposit({
    ...row,
    status: 'SUBMITTED',
    credited: null,
    height: null,
    reasonCode: null,
    debt: null,
    followedBy: null,
    decidedAt: null,
  })
