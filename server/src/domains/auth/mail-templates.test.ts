import { codeScenes } from '@evenhand/protocol/accounts.ts'
import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import {
  codeMail,
  emailChangedMail,
  frozenMail,
  newDeviceMail,
  passwordChangedMail,
  phraseLine,
  unfreezingMail,
  unfrozenMail,
  welcomeMail,
  type Draft,
} from './mail-templates.ts'

const at = 1_800_000_000_000
const link = { href: 'https://trade.example/pass/freeze?token=abc', hours: 6 }
const facts = { at, place: '203.0.113.*', browser: 'Firefox', system: 'Windows' }
const drafts: Readonly<Record<string, Draft>> = {
  ...Object.fromEntries(codeScenes.map((scene) => [scene, codeMail({ scene, code: '012345', minutes: 10 })])),
  welcome: welcomeMail({ username: 'amy_1' }),
  newDevice: newDeviceMail(facts, link),
  passwordChanged: passwordChangedMail(at, { ways: { providers: ['Google', 'Apple'], passkeys: true }, link }),
  passwordAlone: passwordChangedMail(at, { ways: { providers: [], passkeys: false }, link }),
  emailChanged: emailChangedMail({ at, email: 'n…@example.com', link }),
  frozen: frozenMail(at),
  unfreezing: unfreezingMail(at, link),
  unfrozen: unfrozenMail,
}
const linked = new Set(['newDevice', 'passwordChanged', 'passwordAlone', 'emailChanged', 'unfreezing'])
/** What a list of mails shows of one: the words that come first, as far as two hundred characters. */
const previewOf = (html: string): string =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#847;|&nbsp;/g, '\u00a0')
    .slice(0, 220)
const bare = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')

test.each(langValues)('mails in %s are complete: subject, plain text, HTML in the right direction', (lang) => {
  for (const [name, draft] of Object.entries(drafts)) {
    const { subject, text, html } = draft(lang)
    expect(subject).toContain('Evenhand')
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/)
    expect(html).not.toContain('undefined')
    expect(html).toContain(lang === 'ar' ? 'dir="rtl"' : 'dir="ltr"')
    expect(html).not.toMatch(/<img|<script/)
    expect(html.includes('https:')).toBe(linked.has(name))
    // What a code is worth must not show on a locked screen, nor in a list of mails.
    expect(subject).not.toContain('012345')
    expect(previewOf(draft(lang, 'seven quiet herons').html)).not.toMatch(/012345|herons/)
    expect(previewOf(html).length).toBeGreaterThan(200)
  }
  const code = bare(codeMail({ scene: 'reset', code: '012345', minutes: 10 })(lang).text)
  expect(code).toContain('\n012345\n')
  expect(code).toMatch(/10/)
  const device = bare(newDeviceMail(facts, link)(lang).text)
  for (const fact of ['203.0.113.*', 'Firefox · Windows', link.href]) expect(device).toContain(fact)
  const changed = bare(drafts['passwordChanged']?.(lang).text ?? '')
  expect(changed).toMatch(/Google.+Apple/)
  expect(bare(drafts['passwordAlone']?.(lang).text ?? '')).not.toContain('Google')
  expect(bare(welcomeMail({ username: 'amy_1' })(lang).text)).toContain('amy_1')
})

test('each scene reports what its code is for, and no two languages share a sentence', () => {
  for (const lang of langValues) {
    const leads = codeScenes.map((scene) => codeMail({ scene, code: '', minutes: 10 })(lang).text.split('\n')[0])
    expect(new Set(leads).size).toBe(codeScenes.length)
  }
  const texts = langValues.flatMap((lang) => Object.values(drafts).map((draft) => draft(lang).text))
  expect(new Set(texts).size).toBe(texts.length)
})

// No mail urges to trade, hurries or requests money, in any language.
const urging: Readonly<Record<Lang, RegExp>> = {
  zh: /立即交易|马上交易|不要错过|立即充值|去充值/,
  en: /trade now|don['’]t miss|deposit/i,
  ja: /今すぐ取引|お見逃しなく|入金/,
  ko: /지금 거래|놓치지|입금/,
  de: /jetzt handeln|verpassen|einzahl/i,
  fr: /tradez|ne manquez|dépos/i,
  it: /fai trading|non perdere|deposit/i,
  ar: /تداول الآن|لا تفوت|إيداع/,
  hk: /立即交易|不要錯過|存款|充值/,
  es: /opere ahora|no se pierda|deposit|ingrese/i,
  pt: /negocie agora|não perca|deposit/i,
}
test.each(langValues)('mails in %s do not urge to trade or to pay, and celebrate nothing', (lang) => {
  const all = Object.values(drafts).flatMap((draft) => [draft(lang).subject, draft(lang).text])
  expect(all.join('\n')).not.toMatch(urging[lang])
  expect(all.join('\n')).not.toMatch(/\p{Extended_Pictographic}|!!|！！/u)
})

test('neither a user name nor a phrase can become markup', () => {
  expect(welcomeMail({ username: '<b>"&' })('en').html).toContain('&lt;b&gt;&quot;&amp;')
  const { html, text } = unfrozenMail('en', '<i>owl</i> & "crow"')
  expect(html).toContain('&lt;i&gt;owl&lt;/i&gt; &amp; &quot;crow&quot;')
  expect(text.split('\n')[0]).toBe('Your phrase: <i>owl</i> & "crow"')
})

test('a phrase stands first in every mail, and nothing stands in its place where there is none', () => {
  for (const lang of langValues)
    for (const draft of Object.values(drafts)) {
      const line = phraseLine(lang, 'seven quiet herons') ?? ''
      expect(draft(lang, 'seven quiet herons').text.startsWith(`${line}\n`)).toBe(true)
      expect(draft(lang, 'seven quiet herons').html).toContain('seven quiet herons')
      expect(draft(lang).html).not.toContain('<bdi>')
    }
})

test('reports when it was by the language, in the zone of its reader with its name, and in UTC where none is known', () => {
  const device = newDeviceMail(facts, link)
  expect(device('en', undefined, 'Asia/Singapore').text).toMatch(/Time: Jan 15, 2027, 4:00\sPM GMT\+8/)
  expect(device('de', undefined, 'Europe/Berlin').text).toContain('15. Januar 2027 um 09:00 MEZ')
  expect(device('zh').text).toContain('2027年1月15日 08:00 UTC')
  for (const lang of langValues)
    for (const draft of [device, frozenMail(at), unfreezingMail(at, link)])
      expect(draft(lang, undefined, 'Asia/Tokyo').text, lang).toMatch(/GMT[+\u200e]*9|UTC\+9|JST|غرينتش/)
})
