import { languages } from '@evenhand/protocol/languages.ts'
import { noticeParams } from '@evenhand/protocol/notice-params.ts'
import { noticeSamples } from '../../../../protocol/test/notice-samples.ts'
import { noticeTemplates } from '@evenhand/protocol/notices.ts'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { noticeMail, noticeWords } from './mail-templates.ts'
import { templates } from './templates.ts'

const samples = noticeSamples()

test('the schema of the params of every template has samples that it allows', () => {
  expect(new Set(samples.map(({ template }) => template)).size).toBe(noticeTemplates.length)
  for (const { template, params } of samples)
    expect(z.safeParse(noticeParams[template], params), `${template} ${JSON.stringify(params)}`).toMatchObject({
      success: true,
    })
})

test.each(languages.map(({ value }) => value))('every mail in %s is complete, whatever its params', (lang) => {
  for (const { template, params } of samples) {
    const about = `${template} ${JSON.stringify(params)}`
    const message = noticeMail({ template, params }, { lang, phrase: undefined })
    expect(message !== undefined, about).toBe(templates[template].mail !== 'elsewhere')
    const words = noticeWords({ template, params }, lang)
    const texts = [words.subject, ...words.lines, ...(message ? [message.subject, message.text] : [])]
    for (const text of texts) expect(text, about).not.toMatch(/[{}]|undefined|\bnone\b|^\s*$/)
  }
})
