import { expect, test } from 'vitest'
import { shownOf } from './push-text.ts'

const texts = {
  en: { TRADE: 'An order has its result.', ALERT: '{code} is at the price you set.', OTHER: 'Something new.' },
  zh: { TRADE: '订单有了结果。', ALERT: '{code} 到了您设定的价格。', OTHER: '有新的通知。' },
}
const id = '01a1ff74-f4b0-7000-a23c-bfb659b50370'
const params = { code: 'BTCUSDT', stake: '10.00', profit: '-10.00' }

test('shows in the customer’s language of which kind a notice is, and no amount', () => {
  expect(shownOf({ id, category: 'TRADE', lang: 'zh', params }, texts)).toEqual({
    body: '订单有了结果。',
    lang: 'zh',
    tag: id,
    href: `/profile/notification?open=${id}`,
  })
  expect(shownOf({ id, category: 'ALERT', lang: 'en', params }, texts).body).toBe('BTCUSDT is at the price you set.')
})

test('shows that there is something new whatever was pushed, and leads nowhere else', () => {
  for (const message of [undefined, null, 'text', { id: '//evil.example', category: 'LATER', lang: 'xx' }])
    expect(shownOf(message, texts)).toEqual({
      body: 'Something new.',
      lang: 'en',
      tag: 'notice',
      href: '/profile/notification',
    })
})
