import { fundMethods, transactionHash } from '@evenhand/protocol/funds.ts'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { arrivedUnits } from './credit-payload.ts'

export const recordFields = ['customer', 'amount', 'txHash', 'fromAddress'] as const
export type RecordField = (typeof recordFields)[number]
export type RecordForm = Record<RecordField, string> & { method: string }

export const emptyRecord: RecordForm = {
  customer: '',
  method: fundMethods[0]?.method ?? '',
  amount: '',
  txHash: '',
  fromAddress: '',
}

type Recorded = Pick<
  SeenDeposit,
  'customerId' | 'coin' | 'network' | 'amount' | 'creditedAmount' | 'txHash' | 'fromAddress' | 'sameTransaction'
>

/** What the customer was credited of the transaction of a deposit, in smallest units. */
export function creditedOf(of: Omit<Recorded, 'txHash' | 'fromAddress'>): bigint {
  const own = of.sameTransaction.filter(({ customerId }) => customerId === of.customerId)
  return [of, ...own].reduce((sum, { creditedAmount }) => sum + (arrivedUnits(of, creditedAmount ?? '') ?? 0n), 0n)
}

/** The form for the transaction of a deposit: all of a rejected one, or what is missing where less was credited than claimed. */
export function recordOf(of: Recorded): RecordForm {
  const missing = (arrivedUnits(of, of.amount) ?? 0n) - creditedOf(of)
  return {
    customer: of.customerId,
    method: fundMethods.find(({ coin, network }) => coin === of.coin && network === of.network)?.method ?? '',
    amount: missing > 0n ? moneyText({ asset: of.coin, units: missing }) : '',
    txHash: of.txHash,
    fromAddress: of.fromAddress ?? '',
  }
}

/** The fields that cannot be sent as they are. Any amount that arrived counts, however little. */
export function wrongIn({ customer, method, amount, txHash, fromAddress }: RecordForm): readonly RecordField[] {
  const way = fundMethods.find((one) => one.method === method)
  const right: Record<RecordField, boolean> = {
    customer: customer.trim() !== '',
    amount: way !== undefined && arrivedUnits(way, amount) !== undefined,
    txHash: way !== undefined && transactionHash(way.chain, txHash) !== undefined,
    fromAddress: /^[A-Za-z0-9]{6,120}$/.test(fromAddress),
  }
  return recordFields.filter((field) => !right[field])
}
