import { describe, expect, it } from 'vitest'
import { compareKept } from './kept-receipts.ts'
import { readPinned } from '../../lib/pinned-keys.ts'

describe('compareKept', () => {
  const kept = { v: 1, order: { orderId: 'o', stake: '5.000000' }, proof: { batch: 'b' } }
  it('knows the same order in a later, longer document', () => {
    expect(compareKept(kept, { ...kept, settlement: { status: 'WON' } })).toBe('same')
  })
  it('sees one changed term', () => {
    expect(compareKept(kept, { ...kept, order: { orderId: 'o', stake: '50.000000' } })).toBe('other')
    expect(compareKept(kept, null)).toBe('other')
  })
  it('shows nothing when this browser kept none', () => {
    expect(compareKept(undefined, kept)).toBe('none')
  })
})

describe('readPinned', () => {
  it('reads what was kept and nothing else', () => {
    expect(readPinned('{"text":"k","since":5}')).toEqual({ text: 'k', since: 5 })
    for (const text of [null, '', '{', '[]', '{"text":1,"since":5}', 'null']) expect(readPinned(text)).toBeUndefined()
  })
})
