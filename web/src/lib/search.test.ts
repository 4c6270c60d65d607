import { parseSearch } from '@evenhand/ui/router.ts'
import { expect, test } from 'vitest'
import { detailSearch, instrumentSearch, texts } from './search.ts'

test('a code that looks like a number stays text, and a bad type becomes 0', () => {
  expect(instrumentSearch(parseSearch('?code=00700&type=x&id=9'))).toEqual({ code: '00700', type: 0, id: '9' })
  expect(instrumentSearch({})).toEqual({ code: '', type: 0 })
})

test('what a screen does not know is left out of its address', () => {
  expect(texts('back')(parseSearch('?back=/profile&evil=1'))).toEqual({ back: '/profile' })
  expect(detailSearch({ id: 'terms' })).toEqual({ id: 'terms' })
})
