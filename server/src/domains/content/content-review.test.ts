import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentsRig, type ContentsRig } from '../../../test/fixtures/contents.ts'

let rig: ContentsRig
beforeAll(async () => void (rig = await contentsRig()))
afterAll(() => rig.whole.close())

type Rows = { slug: string; langs: { lang: string; mayApprove: boolean }[] }[]

it('a legal text in review waits for another operator, and not for the one who wrote it', async () => {
  const first = await rig.page('terms')
  const waitsFor = async ({ get }: typeof rig.writer): Promise<string[]> =>
    ((await get('content')).result.rows as Rows).flatMap(({ slug, langs }) =>
      langs.filter(({ mayApprove }) => mayApprove).map(({ lang }) => `${slug} ${lang}`),
    )
  expect(await waitsFor(rig.second)).toEqual([])
  await rig.publish('terms', 'en', { title: first.title, body: first.body.replace('## ', '## New: ') })
  expect(await waitsFor(rig.writer)).toEqual([])
  expect(await waitsFor(rig.second)).toEqual(['terms en'])
})
