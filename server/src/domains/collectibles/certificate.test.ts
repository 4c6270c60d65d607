import type { Collectible, OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import { afterAll, expect, it } from 'vitest'
import { collectiblesFixture } from '../../../test/fixtures/collectibles.ts'
import { switchResale } from '../../../test/fixtures/resale.ts'
import { certificateBlocks } from './certificate.ts'
import words from './certificate-words.json' with { type: 'json' }

const rig = await collectiblesFixture()
afterAll(() => rig.close())

it('has every word in every language, with the same placeholders to fill', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()
  for (const lang of langValues)
    for (const [name, text] of Object.entries(words.en))
      expect([lang, name, placeholders(words[lang][name as keyof typeof words.en])]).toEqual([
        lang,
        name,
        placeholders(text),
      ])
})

it('is made for the buyer as a PDF, in Arabic and Chinese too, and for no other customer', async () => {
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

it('follows a work to its new owner, and notifies the former owner that it was passed on', async () => {
  await switchResale(rig.database, true)
  const [amy, ben, cem] = [await rig.customer(), await rig.customer(), await rig.customer()]
  const list: Collectible[] = (await rig.inject('/swx/customer/index/listNft?status=LISTED_FIXED')).json().result
  const { id = '', price = '' } = list[0] ?? {}
  const first: OwnedCollectible = (await amy.buy(id, price ?? '')).result
  expect((await amy.post('nft/offer', { nftId: id, price: '20' })).code).toBe(200)
  const second: OwnedCollectible = (await ben.post('nft/buyResale', { nftId: id, price: '20' })).result
  for (const owner of [amy, ben]) {
    const file = await owner.file(`nft/${id}/certificate`, 'en')
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(file.headers['content-disposition']).toContain((owner === amy ? first : second).orderNo)
  }
  expect((await cem.get(`nft/${id}/certificate`)).code).toBe(40039)
  const picture = Buffer.alloc(0)
  const statement = (work: OwnedCollectible, endedAt: number | null) =>
    JSON.stringify(certificateBlocks(words.en, { work, endedAt, owner: 'amy', picture }))
  expect(statement(first, null)).toMatch(/belongs to .*Its whole price/)
  expect(statement(second, null)).toMatch(
    /bought it of an earlier owner\. Of the price, .*10%.*Amount donated: .*2\.00 USDT.*in all/,
  )
  const former = statement(second, 1_830_000_600_000)
  expect(former).toMatch(/former ownership.*was then passed on/)
  expect(former).not.toContain('belongs to')
})
