import type { PriceFrameItem } from '@evenhand/protocol/markets.ts'

const isItem = (value: unknown): value is PriceFrameItem => {
  const item = value as Partial<PriceFrameItem> | null
  return (
    typeof item === 'object' &&
    item !== null &&
    typeof item.code === 'string' &&
    typeof item.price === 'string' &&
    typeof item.zdf === 'string' &&
    typeof item.ts === 'number'
  )
}

/** The prices of a message of `/message`: used only if it is text that contains an opening bracket and parses as a list. */
export function readFrame(data: unknown): PriceFrameItem[] | undefined {
  if (typeof data !== 'string' || !data.includes('[')) return undefined
  try {
    const list: unknown = JSON.parse(data)
    return Array.isArray(list) ? list.filter(isItem) : undefined
  } catch {
    return undefined
  }
}
