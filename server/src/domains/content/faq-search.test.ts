import { expect, it } from 'vitest'
import { createFaqSearch, normalise, termsOf } from './faq-search.ts'

const entry = (slug: string, question: string, keywords: string, body: string) => ({ slug, question, keywords, body })
const found = (entries: ReturnType<typeof entry>[], query: string) => createFaqSearch(entries).search(query)

const english = [
  entry('withdraw-time', 'How long does a withdrawal take?', 'payout cash out', 'Up to 24 hours. A deposit is faster.'),
  entry('deposit-min', 'What is the smallest deposit?', 'minimum top up', 'At least 120 USDT.'),
  entry('close-account', 'How do I close my account?', 'delete leave', 'Withdraw what is left, then close it.'),
]

it('finds English by other endings, small slips, keywords, and ranks the question first', () => {
  expect(found(english, 'withdrawals')[0]).toBe('withdraw-time')
  expect(found(english, 'withdrawing money')[0]).toBe('withdraw-time')
  expect(found(english, 'withdrawl')[0]).toBe('withdraw-time')
  expect(found(english, 'cash out')).toEqual(['withdraw-time'])
  expect(found(english, 'ｄｅｐｏｓｉｔ')[0]).toBe('deposit-min')
  expect(found(english, 'delete account')[0]).toBe('close-account')
  expect(found(english, 'zebra')).toEqual([])
  expect(found(english, '?!')).toEqual([])
})

it('finds by pairs of signs where words are not set apart, in any width and form', () => {
  const chinese = [
    entry('a', '提现需要多长时间？', '出金 到账', '一般在 24 小时内。'),
    entry('b', '最低充值金额是多少？', '入金', '120 USDT 起。'),
  ]
  expect(found(chinese, '提现多久到账')[0]).toBe('a')
  expect(found(chinese, '充值')).toEqual(['b'])
  expect(found(chinese, '提')).toEqual(['a'])
  const japanese = [
    entry('a', '出金にはどのくらいかかりますか', 'ガス', '通常は 24 時間以内です。'),
    entry('b', '最低入金額はいくらですか', 'カス', '120 USDT です。'),
  ]
  expect(found(japanese, '出金の時間')[0]).toBe('a')
  expect(found(japanese, 'ｶﾞｽ')).toEqual(['a'])
  const korean = [entry('a', '출금은 얼마나 걸리나요?', '', ''), entry('b', '최소 입금액은 얼마인가요?', '', '')]
  expect(found(korean, '출금이')[0]).toBe('a')
})

it('finds without accents, by the German beginning, and under the Arabic article', () => {
  const german = [
    entry('a', 'Wie lange dauert eine Auszahlung?', '', ''),
    entry('b', 'Wie schließe ich mein Konto?', '', ''),
  ]
  expect(found(german, 'Auszahlungen')[0]).toBe('a')
  expect(found(german, 'schliesse')[0]).toBe('b')
  expect(found([entry('a', 'Comment retirer de l’argent à l’étranger ?', '', '')], 'etranger')).toEqual(['a'])
  const arabic = [entry('a', 'كم يستغرق السحب؟', '', ''), entry('b', 'ما هو أقل إيداع؟', '', '')]
  expect(found(arabic, 'سحب')).toEqual(['a'])
  expect(found(arabic, 'الإيداع')).toEqual(['b'])
  expect(found(arabic, 'ايداع')).toEqual(['b'])
})

it('keeps kana and Hangul whole, and stays bounded', () => {
  expect(normalise('がギ한É')).toBe('がギ한e')
  expect(termsOf('BTC提现费')).toEqual(['提现', '现费', 'btc'])
  const many = Array.from({ length: 60 }, (_, at) =>
    entry(`e${at}`, `Question ${at} about a fee`, '', 'fee '.repeat(200)),
  )
  const search = createFaqSearch(many)
  const started = performance.now()
  expect(search.search('fee').length).toBe(20)
  search.search('a'.repeat(100))
  search.search('fee '.repeat(25))
  expect(performance.now() - started).toBeLessThan(500)
})
