import { languages } from '@evenhand/protocol/languages.ts'
import { noticeParams } from '@evenhand/protocol/notice-params.ts'
import { noticeSamples } from '../../../../protocol/test/notice-samples.ts'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { noticeMail, noticeWords } from './mail-templates.ts'

const spec = { category: 'FUNDS', purpose: 'service', mail: 'chosen', link: () => '/' } as const

const samples = noticeSamples()

test('the schema of the params of every template has samples that it allows', () => {
  expect(new Set(samples.map(({ template }) => template)).size).toBe(Object.keys(noticeParams).length)
  for (const { template, params } of samples)
    expect(z.safeParse(noticeParams[template], params), `${template} ${JSON.stringify(params)}`).toMatchObject({
      success: true,
    })
})

test.each(languages.map(({ value }) => value))('every mail in %s is complete, whatever its params', (lang) => {
  for (const { template, params } of samples) {
    const about = `${template} ${JSON.stringify(params)}`
    const message = noticeMail({ template, params, spec }, { lang, phrase: undefined })
    expect(noticeMail({ template, params, spec: { ...spec, mail: 'elsewhere' } }, { lang, phrase: undefined })).toBe(
      undefined,
    )
    const words = noticeWords({ template, params }, { lang })
    expect(words.lines.join(), about).toContain(params['code'] ?? '')
    // What a person wrote stands in it once.
    const line = 'as I wrote it'
    const stated = noticeWords({ template, params: { ...params, line } }, { lang }).lines.join()
    if (params['line'] !== undefined) expect(stated.split(line), about).toHaveLength(2)
    const texts = [words.subject, ...words.lines, message?.subject, message?.text]
    for (const text of texts) expect(text, about).not.toMatch(/[{}]|undefined|\bnone\b|^\s*$/)
  }
})
