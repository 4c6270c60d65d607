import { langValues } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import { codeLetter, welcomeLetter } from './letters.ts'

test.each(langValues)('letters in %s are complete: subject, plain text, HTML in the right direction', (lang) => {
  const letters = [codeLetter(lang, { code: '012345', minutes: 10 }), welcomeLetter(lang, { username: 'amy_1' })]
  expect(letters[0]?.text).toContain('\n012345\n')
  expect(letters[0]?.text).toMatch(/10/)
  expect(letters[0]?.subject).not.toContain('012345')
  expect(letters[1]?.text).toContain('amy_1')
  expect(letters[1]?.text).toContain('10,000 USDT')
  for (const { subject, text, html } of letters) {
    expect(subject).toContain('Evenhand')
    expect(`${subject}${text}${html}`).not.toMatch(/[{}](?!.*margin)|undefined/)
    expect(html).toContain(lang === 'ar' ? 'dir="rtl"' : 'dir="ltr"')
    expect(html).not.toMatch(/https?:|<img|<script/)
  }
})

test('no two languages share a sentence, and nobody is urged to trade or to pay', () => {
  const texts = langValues.flatMap((lang) => [
    codeLetter(lang, { code: '', minutes: 10 }).text,
    welcomeLetter(lang, { username: '' }).text,
  ])
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.join()).not.toMatch(/trade now|don['’]t miss|deposit/i)
})

test('a user name cannot become markup', () => {
  expect(welcomeLetter('en', { username: '<b>"&' }).html).toContain('&lt;b&gt;&quot;&amp;')
})
