import { languages, langValues } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import { mailTime } from '../../../kernel/mail/mail-time.ts'
import { factorMail, type FactorEvent } from './factor-mail.ts'

const events: FactorEvent[] = [
  { change: 'otpEnabled' },
  { change: 'otpDisabled' },
  { change: 'passkeyAdded', name: 'Büro $& PC' },
  { change: 'passkeyRemoved', name: 'Büro $& PC' },
  { change: 'recoveryRenewed' },
  { change: 'recoveryUsed', left: 9 },
  { change: 'wrongCodes' },
]
const at = 1_800_000_000_000
const link = { href: 'https://trade.example/pass/freeze?token=abc', hours: 6 }
const write = (event: FactorEvent) => factorMail(event, { at, link })

test.each(languages)('mails about a second factor in $value are complete and lead to freezing', (language) => {
  const { value: lang, tag } = language
  for (const event of events) {
    const { subject, text, html } = write(event)(lang, 'my own words')
    expect(subject).toContain('Evenhand')
    expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined/)
    for (const fact of [link.href, 'my own words', mailTime(at, tag)]) expect(text).toContain(fact)
    if ('name' in event) expect(text).toContain(event.name)
    if ('left' in event) expect(text).toMatch(/9/)
  }
})

test('no two mails have the same text, in one language or in two', () => {
  const texts = langValues.flatMap((lang) => events.map((event) => write(event)(lang).text))
  expect(new Set(texts).size).toBe(texts.length)
})
