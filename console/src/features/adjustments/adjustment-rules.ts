import type { adjustmentReasons } from '@evenhand/protocol/operator-requests.ts'

export const assets = ['USDT', 'BTC', 'ETH'] as const
export const empty = { customerId: '', asset: 'USDT', amount: '', reasonCode: 'WRONG_ENTRY', line: '' } as const
export type Form = {
  customerId: string
  asset: (typeof assets)[number]
  amount: string
  reasonCode: (typeof adjustmentReasons)[number]
  line: string
}
export type Field = 'customerId' | 'amount' | 'line'

/** Which fields of the form do not hold yet. */
export const wrongFields = ({ customerId, amount, line }: Form): readonly Field[] => [
  ...(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(customerId) ? [] : ['customerId' as const]),
  ...(/^-?[0-9]{1,10}(?:\.[0-9]{1,8})?$/.test(amount) && /[1-9]/.test(amount) ? [] : ['amount' as const]),
  ...(line.trim().length >= 3 ? [] : ['line' as const]),
]
