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
export function creditedOf(params: Omit<Recorded, 'txHash' | 'fromAddress'>): bigint {
  const own = params.sameTransaction.filter(({ customerId }) => customerId === params.customerId)
  return [params, ...own].reduce(
    (sum, { creditedAmount }) => sum + (arrivedUnits(params, creditedAmount ?? '') ?? 0n),
    0n,
  )
}

/** The form for the transaction of a deposit: all of a rejected one, or what is missing where less was credited than claimed. */
export function recordOf(params: Recorded): RecordForm {
  const missing = (arrivedUnits(params, params.amount) ?? 0n) - creditedOf(params)
  return {
    customer: params.customerId,
    method: fundMethods.find(({ coin, network }) => coin === params.coin && network === params.network)?.method ?? '',
    amount: missing > 0n ? moneyText({ asset: params.coin, units: missing }) : '',
    txHash: params.txHash,
    fromAddress: params.fromAddress ?? '',
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
