import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import { afterAll, expect, it } from 'vitest'
import { collectiblesFixture } from '../../../test/fixtures/collectibles.ts'
import words from './certificate-words.json' with { type: 'json' }

const rig = await collectiblesFixture()
afterAll(() => rig.close())

it('has every word in every language, with the same places to fill', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()
  for (const lang of langValues)
    for (const [name, text] of Object.entries(words.en))
      expect([lang, name, places(words[lang][name as keyof typeof words.en])]).toEqual([lang, name, places(text)])
})

it('is made for the buyer as a PDF, in Arabic and Chinese too, and for nobody else', async () => {
  const [amy, ben] = [await rig.customer(), await rig.customer()]
  const list: Collectible[] = (await rig.inject('/swx/customer/index/listNft?status=LISTED_FIXED')).json().result
  const { id = '', price } = list[0] ?? {}
  expect((await amy.buy(id, price ?? '')).code).toBe(200)
  expect((await ben.get(`nft/${id}/certificate`)).code).toBe(40039)
  for (const lang of ['en', 'ar', 'zh'] as const) {
    const file = await amy.file(`nft/${id}/certificate`, lang)
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(file.rawPayload.length).toBeGreaterThan(20_000)
  }
})
