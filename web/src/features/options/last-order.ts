import type { Direction } from '@evenhand/protocol/options.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/** What was ordered last in this browser; put into a ticket by a press alone, never by itself. */
export type LastOrder = { readonly direction: Direction; readonly limitTime: number; readonly amountText: string }

const stored = 'lastOrder'

/** The last order from the text it is kept in; undefined where there is none that can be used. */
export function readLastOrder(text: string | null): LastOrder | undefined {
  const [direction, limitTime = '', amountText = ''] = (text ?? '').split('|')
  const known = direction === 'UP' || direction === 'DOWN' ? direction : undefined
  return known && /^\d{1,6}$/.test(limitTime) && /^\d{1,9}(\.\d{1,2})?$/.test(amountText)
    ? { direction: known, limitTime: Number(limitTime), amountText }
    : undefined
}

export const lastOrder = (): LastOrder | undefined => readLastOrder(readStored(stored))
export const keepLastOrder = ({ direction, limitTime, amountText }: LastOrder): void =>
  writeStored(stored, `${direction}|${limitTime}|${amountText}`)
