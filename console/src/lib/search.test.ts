import { expect, test } from 'vitest'
import { ownPath } from './search.ts'

test.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', ''])(
  'the sign-in does not redirect to %s',
  (text) => expect(ownPath(text)).toBeUndefined(),
)
test('but back to where he was', () => expect(ownPath('/deposits?id=1')).toBe('/deposits?id=1'))
