import { expect, test } from 'vitest'
import { contractLeaf, type ContractRecord } from './records.ts'

const head = { v: 1, origin: 'test', kind: 'closed', orderId: 'one', at: 1 } as const
const leafOf = (fields: Record<string, string>): string => contractLeaf({ ...head, ...fields } as ContractRecord)

test('a record has one leaf in whatever order its fields stand', () => {
  const { at, kind, ...others } = head
  expect(contractLeaf({ lots: '1', ...others, at, kind } as ContractRecord)).toBe(leafOf({ lots: '1' }))
  expect(leafOf({ lots: '1' })).not.toBe(leafOf({ lots: '2' }))
})

test('names with line breaks in them are names of their own', () => {
  expect(leafOf({ a: '1', b: '2' })).toContain('t1:at1:1t2:at')
  expect(leafOf({ 'a\nb': '1' })).toContain('t3:a\nbt1:1')
  expect(leafOf({ a: '1', b: '2' })).not.toBe(leafOf({ 'a\nb': '1' }))
})

test('more shapes than are kept have their leaves too', () => {
  const leaves = Array.from({ length: 600 }, (_, index) => leafOf({ [`field${index}`]: 'x' }))
  expect(new Set(leaves).size).toBe(600)
  expect(leafOf({ field599: 'x' })).toBe(leaves[599])
})
