import { adjustmentReasons, debitReasons } from '@evenhand/protocol/operator-adjustments.ts'

export const assets = ['USDT', 'BTC', 'ETH'] as const
export const empty = {
  customerId: '',
  asset: 'USDT',
  amount: '',
  reasonCode: 'WRONG_ENTRY',
  line: '',
  entry: '',
} as const
export type Form = {
  customerId: string
  asset: (typeof assets)[number]
  amount: string
  reasonCode: (typeof adjustmentReasons)[number]
  line: string
  /** Of an adjustment against the customer: the entry that gave too much. */
  entry: string
}
export type Field = 'customerId' | 'amount' | 'line' | 'entry'

/** A minus takes from the customer. */
export const isDebit = ({ amount }: Pick<Form, 'amount'>): boolean => amount.startsWith('-')

/** Reasons that may stand for an amount. */
export const reasonsFor = (form: Pick<Form, 'amount'>): readonly Form['reasonCode'][] =>
  isDebit(form) ? debitReasons : adjustmentReasons

/** What is signed and sent of the form. */
export const valuesOf = ({ entry, line, ...form }: Form) => ({
  ...form,
  line: line.trim(),
  ...(isDebit(form) ? { entry } : {}),
})

/** Which fields of the form do not hold yet. */
export const wrongFields = ({ customerId, amount, line, entry }: Form): readonly Field[] => [
  ...(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(customerId) ? [] : ['customerId' as const]),
  ...(/^-?[0-9]{1,10}(?:\.[0-9]{1,8})?$/.test(amount) && /[1-9]/.test(amount) ? [] : ['amount' as const]),
  ...(!isDebit({ amount }) || /^[1-9][0-9]{0,17}$/.test(entry) ? [] : ['entry' as const]),
  ...(line.trim().length >= 3 ? [] : ['line' as const]),
]
