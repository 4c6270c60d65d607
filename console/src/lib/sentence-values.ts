import type { SentenceValue } from './feature.ts'

/** A value that a sentence shows as it is; an absent one is shown as an empty text. */
export const text = (value: string | undefined): SentenceValue => ({ as: 'text', text: value ?? '' })
/** An amount with its unit. */
export const amount = (value: string | undefined, asset: string | undefined): SentenceValue => ({
  as: 'amount',
  text: value ?? '0',
  asset: asset ?? '',
})
/** An amount whose unit stands in the text itself. */
export const figure = (value: string | undefined): SentenceValue => amount(value, '')
/** A whole number that words agree with. */
export const count = (value: string | undefined): SentenceValue => ({ as: 'count', text: value ?? '0' })
/** A code, and the key of its text. */
export const code = (value: string | undefined, key: string): SentenceValue => ({ as: 'code', text: value ?? '', key })
/** Whose account a sentence is about. */
export const about = (customerId: string | undefined) => (customerId === undefined ? {} : { customerId })
