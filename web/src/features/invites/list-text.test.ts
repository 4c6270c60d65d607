import { languages } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import { listText } from './list-text.ts'

test.each(languages.map(({ tag }) => tag))('reasons stand apart in %s', (tag) => {
  const [first, second] = ['同一网络和设备', '同一证件']
  const text = listText(tag, [first, second, '同一邮箱'])
  expect(text).toMatch(new RegExp(`^${first}.{1,2}.*${second}`))
  expect(text).not.toContain(first + second)
})

test('Chinese puts its own comma between', () => {
  expect(listText('zh-Hans', ['设备', '证件', '邮箱'])).toBe('设备、证件、邮箱')
})
