import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { codeMailOf, mailAbout } from '../../../test/fixtures/mailed-codes.ts'
import { goodPassword, people, type Response } from '../../../test/fixtures/customers.ts'

const database = await testDatabase()
const at = people(database)
afterAll(async () => {
  await at.close()
  await database.close()
})

let made = 0

describe('an anti-phishing phrase', () => {
  const set = (token: string, phrase: unknown): Promise<Response> => at.post('user/antiPhishing', { phrase }, { token })

  test('stands in every mail to its customer, codes included, and in no other customer’s', async () => {
    const { token } = await at.customer('phrased')
    expect((await at.get('user/antiPhishing', { token })).result).toEqual({ phrase: null })
    await at.auth.idle()
    const before = new Set(at.mailbox.list())
    expect(await set(token, 'sieben stille Reiher')).toMatchObject({ code: 200, notice: 20005 })
    expect((await at.get('user/antiPhishing', { token })).result).toEqual({ phrase: 'sieben stille Reiher' })
    at.clock.advance(60_000)
    await at.codeFor('phrased@example.com', 'unfreeze')
    await at.codeFor('phrased@example.com', 'reset').catch(() => {})
    await at.post(
      'login/login',
      { account: 'phrased', password: goodPassword },
      { ip: '100.91.0.1', headers: { 'user-agent': 'curl/8.14.1' } },
    )
    await at.auth.idle()
    const mails = at.mailbox.list('phrased@example.com').filter((mail) => !before.has(mail))
    expect(codeMailOf(mails, 'unfreeze')).toBeDefined()
    for (const { text, html } of [...mails, mailAbout(mails, 'New login to your Evenhand account')]) {
      expect(text).toMatch(/^(Your phrase: |您的邮件暗语：)sieben stille Reiher\n/)
      expect(html).toContain('sieben stille Reiher')
    }
    await at.customer('unphrased')
    await at.auth.idle()
    expect(
      at.mailbox
        .list('unphrased@example.com')
        .map(({ text }) => text)
        .join(),
    ).not.toContain('Reiher')
    expect((await set(token, '')).result).toEqual({ phrase: null })
  })

  test.each([
    ['abc', 'tooShort'],
    ['x'.repeat(33), 'tooLong'],
    ['<b>bold</b>', 'markup'],
    ['a & b & c', 'markup'],
    ['two\nlines', 'markup'],
    ['turned \u202Earound', 'markup'],
    ['zero\u200Bwidth', 'markup'],
    [' padded ', 'markup'],
    ['https://evil.example', 'address'],
    ['see evil.example now', 'address'],
    ['www.evil', 'address'],
    ['me@evil', 'address'],
    ['evil。example', 'address'],
    ['call +1 800 555 0199', 'address'],
    ['٠٨٠٠ ٥٥٥ ٠١٩٩', 'address'],
  ])('%j is refused: %s', async (phrase, reason) => {
    const { token } = await at.customer(`phrase_${made++}`)
    expect(await set(token, phrase)).toMatchObject({ code: 40020, params: { fields: [{ field: 'phrase', reason }] } })
  })

  test('may be any words: 32 emoji, Arabic, a sentence', async () => {
    const { token } = await at.customer('worded')
    for (const phrase of ['🦉'.repeat(32), 'سبعة طيور هادئة', 'Rain, then sun!', 'two otters of 1987', '四个字吧'])
      expect((await set(token, phrase)).result).toEqual({ phrase })
    for (const phrase of [1234, ['abcd'], null, true, {}, undefined])
      expect((await set(token, phrase)).code).toBe(40020)
  })
})
