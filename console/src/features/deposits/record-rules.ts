import { fundMethods, transactionHash } from '@evenhand/protocol/funds.ts'
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
