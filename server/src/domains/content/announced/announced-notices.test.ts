import { firstTable } from '@evenhand/proofs/contracts/class-table.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import type { Catalogue } from '../catalogue.ts'
import type { ContentText } from '../content.texts.ts'
import { legalNotices, paramNotices } from './announced-notices.ts'
import type { ParamVersion } from './param-changes.ts'

const appliesAt = Date.UTC(2026, 2, 5, 12)
const first = (key: string, value: object): ParamVersion => ({
  key,
  version: 1,
  value: JSON.stringify(value),
  approvedAt: null,
  appliesAt: null,
})
const second = (key: string, value: object): ParamVersion => ({
  key,
  version: 2,
  value: JSON.stringify(value),
  approvedAt: appliesAt - 86_400_000,
  appliesAt,
})
const row = { limitTime: 60, min: '1', max: '500', payoutRate: '0.94', earlySale: true }

test('a change of option terms reports each value before and after, and from when', () => {
  const versions = [
    first('options', [row, { ...row, limitTime: 3600 }]),
    second('options', [
      { ...row, payoutRate: '0.905', max: '1000' },
      { ...row, limitTime: 300, earlySale: false },
    ]),
  ]
  const [notice] = paramNotices(versions, 'en')
  expect(notice).toMatchObject({ id: 'params-options-2', type: 3, startAt: appliesAt - 86_400_000, author: 'risk' })
  expect(notice?.body.replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'In force from March 5, 2026 at 12:00 PM (UTC). What was opened before then keeps its terms.',
    '',
    '| What changes | Until then | From then on |',
    '| --- | --- | --- |',
    '| 1 minute · Payout rate | 94% | 90.5% |',
    '| 1 minute · Largest stake | 500.00 USDT | 1,000.00 USDT |',
    '| 5 minutes · Payout rate | not offered | 94% |',
    '| 5 minutes · Smallest stake | not offered | 1.00 USDT |',
    '| 5 minutes · Largest stake | not offered | 500.00 USDT |',
    '| 5 minutes · Early sale | not offered | not possible |',
    '| 1 hour · Payout rate | 94% | not offered |',
    '| 1 hour · Smallest stake | 1.00 USDT | not offered |',
    '| 1 hour · Largest stake | 500.00 USDT | not offered |',
    '| 1 hour · Early sale | possible | not offered |',
    '',
    'Every version with its hash and reason stands on [Transparency](/transparency).',
  ])
})

test('contracts and caps are announced in every language, and what changes nothing is not', () => {
  const table = {
    ...firstTable,
    classes: firstTable.classes.map((one) => (one.class === 'fxMajor' ? { ...one, leverage: 20 } : one)),
    exposure: { ...firstTable.exposure, total: '5000000' },
  }
  const caps = { USDT: '100', BTC: '0.1', ETH: '1' }
  const versions = [
    first('contracts', firstTable),
    first('adjustments', caps),
    first('options', [row]),
    second('contracts', table),
    second('adjustments', { ...caps, BTC: '0.05' }),
    second('options', [row]),
  ]
  for (const lang of langValues) {
    const notices = paramNotices(versions, lang)
    expect(notices.map(({ id }) => id)).toEqual(['params-contracts-2', 'params-adjustments-2'])
    for (const { title, body } of notices) expect(`${title} ${body}`).not.toMatch(/[{}]|undefined/)
  }
})

test('a legal text that operators published leads to what changed in it', () => {
  const text = { title: 'Terms of use', version: 3, origin: 'operator', updatedAt: 5 } as ContentText
  const catalogue = (shown: ContentText) =>
    ({
      itemsOf: () => [{ slug: 'terms', kind: 'page', isLegal: true }],
      text: () => shown,
    }) as unknown as Catalogue
  expect(legalNotices(catalogue(text), 'en')).toMatchObject([
    { id: 'legal-terms-3', type: 1, category: 'legal', title: 'Terms of use: version 3', startAt: 5 },
  ])
  expect(legalNotices(catalogue(text), 'en')[0]?.body).toContain('[What changed](/detail?id=terms&changes=3)')
  expect(legalNotices(catalogue({ ...text, origin: 'shipped' }), 'en')).toEqual([])
})
