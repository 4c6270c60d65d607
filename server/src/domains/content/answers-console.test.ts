import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentsRig, reason, type ContentsRig } from '../../../test/fixtures/contents.ts'

let rig: ContentsRig
beforeAll(async () => void (rig = await contentsRig()))
afterAll(() => rig.whole.close())

it('a question that operators begin is found once a text is published, and no longer once it is retired', async () => {
  const begun = { slug: 'new-question', category: 'markets', screen: '/cruuency', reason }
  const made = await Promise.all(Array.from({ length: 5 }, () => rig.writer.post('content/answers/create', begun)))
  expect(made.map(({ code }) => code).toSorted()).toEqual([200, 40_020, 40_020, 40_020, 40_020])
  const found = async (lang: string, q = '') =>
    ((await rig.call('GET', `index/listFaq?q=${q}&lang=${lang}`)).result as unknown as { slug: string; lang: string }[])
      .filter(({ slug }) => slug === 'new-question' || slug === 'price-alert')
      .map(({ slug, lang: shown }) => `${slug} ${shown}`)
  expect(await found('en')).toEqual(['price-alert en'])
  await rig.publish('new-question', 'en', { title: 'What is a zyzzyva?', body: 'A weevil.\n' })
  expect(await found('de')).toEqual(['price-alert de', 'new-question en'])
  expect(await found('en', 'zyzzyva')).toEqual(['new-question en'])
  const retire = (slug: string, isRetired: boolean) =>
    rig.writer.post(`content/answers/${slug}/retire`, { isRetired, reason })
  expect((await retire('new-question', true)).result).toMatchObject({ isRetired: true, category: 'markets' })
  expect((await retire('price-alert', true)).result).toMatchObject({ isRetired: true, screen: '/cruuency' })
  expect(await found('en')).toEqual([])
  await retire('price-alert', false)
  expect(await found('en')).toEqual(['price-alert en'])
  expect((await retire('about', true)).code).toBe(40_039)
})
