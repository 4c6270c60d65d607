import { expect, test } from 'vitest'
import { readFrame } from './price-frame.ts'

const item = { code: 'BTC', price: '52100.00', zdf: '0.12', ts: 1_700_000_000_000, seq: 5 }

test('takes a list of prices, and of a list only what is a price', () => {
  expect(readFrame(JSON.stringify([item]))).toEqual([item])
  expect(readFrame(JSON.stringify([item, null, 7, { code: 'ETH' }, 'x']))).toEqual([item])
  expect(readFrame('[]')).toEqual([])
})

test.each(['', 'hello', '{"code":"BTC"}', '{"a":[1]}', '[1,', 'pong [', new ArrayBuffer(4), undefined])(
  'uses nothing of %s',
  (data) => expect(readFrame(data)).toBeUndefined(),
)
