import { contentVersions } from '@evenhand/protocol/content.ts'
import { currentNotices, noticeList } from '@evenhand/protocol/public-notices.ts'
import { listFaq } from '@evenhand/protocol/faq.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refuseRow } from '../../../test/fixtures/refused-row.ts'
import {
  contentsRig,
  draftOf,
  fieldOf,
  reason,
  type ContentsRig,
  type Options,
} from '../../../test/fixtures/contents.ts'

let rig: ContentsRig
beforeAll(async () => void (rig = await contentsRig()))
afterAll(() => rig.whole.close())

it('a published text stands over the one that ships, marks its translations stale, and the first one stays readable', async () => {
  const before = await rig.page('about')
  const first = Number(before.version)
  const etag = (await rig.call('GET', 'index/getContentsById/about')).etag
  const published = await rig.publish('about', 'en', { title: 'About us', body: 'A new text about us.\n' })
  expect(published.result.published).toMatchObject({ version: first + 1, title: 'About us', source: null })
  expect(published.result.draft).toBeNull()
  const after = await rig.page('about')
  expect(after).toMatchObject({ title: 'About us', body: 'A new text about us.\n', version: String(first + 1) })
  expect(after.hash).not.toBe(before.hash)
  const again = await rig.call('GET', 'index/getContentsById/about', undefined, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(200)
  const unchanged = await rig.call('GET', 'index/getContentsById/about', undefined, {
    headers: { 'if-none-match': again.etag },
  })
  expect(unchanged.status).toBe(304)

  const stateOf = async (lang: string) => {
    const { result } = await rig.auditor.get('content')
    const row = result.rows.find(({ slug }: { slug: string }) => slug === 'about')
    return row.langs.find((state: { lang: string }) => state.lang === lang)
  }
  expect(await stateOf('de')).toMatchObject({ stale: true, origin: 'shipped', version: first })
  expect((await rig.page('about', { lang: 'de' })).version).toBe(before.version)
  const german = await rig.publish('about', 'de', {
    body: 'Ein neuer Text.\n',
    source: { lang: 'en', version: first + 1 },
  })
  expect(german.result.source).toMatchObject({ lang: 'en', version: first + 1 })
  expect(await stateOf('de')).toMatchObject({ stale: false, origin: 'operator', version: first + 1 })
  expect(await stateOf('fr')).toMatchObject({ stale: true })
  const kept = await rig.whole.database.asOwner(
    `select version, origin, hash from content.versions where slug = 'about' and lang = 'en' order by version`,
  )
  expect(kept).toEqual([
    { version: first, origin: 'shipped', hash: before.hash },
    { version: first + 1, origin: 'operator', hash: after.hash },
  ])
})

it('a legal text takes a second operator, moves the terms on, and every version with its changes stays', async () => {
  const first = await rig.page('terms')
  const body = first.body.replace('## ', '## New: ')
  const sent = await rig.publish('terms', 'en', { title: first.title, body })
  expect(sent.result.draft).toMatchObject({ status: 'REVIEW', isOwn: true })
  const { revision } = sent.result.draft
  expect((await rig.page('terms')).version).toBe(first.version)
  expect((await rig.writer.post('content/terms/en/approve', { revision, reason })).code).toBe(40033)
  expect((await rig.second.post('content/terms/en/approve', { revision: revision - 1, reason })).code).toBe(40020)
  expect((await rig.support.post('content/terms/en/approve', { revision, reason })).code).toBe(10008)
  expect((await rig.second.post('content/terms/en/approve', { revision, reason })).code).toBe(200)

  const next = String(Number(first.version) + 1)
  expect(await rig.page('terms')).toMatchObject({ version: next, body })
  expect((await rig.call('GET', 'login/registerForm')).result.termsVersion).toBe(next)
  expect(await rig.page('terms', { version: first.version })).toMatchObject({ hash: first.hash, body: first.body })
  const versions = contentVersions.result.parse((await rig.call('GET', 'index/contentVersions/terms')).result)
  expect(versions.map(({ version }) => version)).toEqual([next, first.version])
  const { parts } = (await rig.call('GET', `index/contentChanges/terms?from=${first.version}`)).result
  expect(parts.filter(({ kind }: { kind: string }) => kind !== 'same')).toHaveLength(2)
  expect(
    parts
      .filter(({ kind }: { kind: string }) => kind !== 'removed')
      .map(({ text }: { text: string }) => text)
      .join(''),
  ).toBe(body)
  expect((await rig.call('GET', 'index/contentVersions/about')).code).toBe(40039)
  expect((await rig.call('GET', 'index/getContentsById/about?version=1')).code).toBe(40039)
  await expect(
    rig.whole.database.asOwner(`update content.versions set body = 'x' where slug = 'terms'`),
  ).rejects.toThrow()
  await expect(
    rig.whole.database
      .asOwner(`insert into content.versions (slug, lang, version, origin, title, keywords, summary, body, hash,
      published_at, written_by) select slug, lang, version + 1, 'operator', title, '', '', body, hash, now(), written_by
      from content.versions where slug = 'terms' and lang = 'en' and origin = 'operator'`),
  ).rejects.toThrow('two operators')
})

it.each([
  ['body', 'A <script>alert(1)</script>', 'html'],
  ['body', 'A <IMG src=x onerror=alert(1)>', 'html'],
  ['body', '[press](javascript:alert(1))', 'html'],
  ['body', '[press](JaVaScRiPt :alert(1))', 'html'],
  ['body', '[press](data:text/plain,x)', 'link'],
  ['body', '[press](//evil.example)', 'link'],
  ['body', '[press](/\\evil.example)', 'link'],
  ['body', '[press](http://evil.example)', 'link'],
  ['body', '![x](https://evil.example/x.png)', 'image'],
  ['title', '<script>alert(1)</script>', 'html'],
  ['keywords', '<svg onload=alert(1)>', 'html'],
  ['summary', '<b>bold</b>', 'html'],
  ['title', 'A\u202egnol', 'malformed'],
  ['body', 'pay\u2066 me', 'malformed'],
  ['body', 'one \u2066piece', 'malformed'],
  ['title', 'two\nlines', 'malformed'],
  ['title', 'x'.repeat(121), 'malformed'],
  ['summary', 'x'.repeat(301), 'malformed'],
])('keeps no draft with %s %s', async (field, text, why) => {
  const refused = await rig.save('privacy', 'en', { [field]: text })
  expect(refused.code).toBe(40020)
  expect(fieldOf(refused)).toEqual({ field, reason: why })
  expect((await rig.writer.get('content/privacy/en')).result.draft).toBeNull()
})

it.each([
  ['en', 'Please pay the tax to withdraw.'],
  ['de', 'Garantierte Rendite für alle.'],
  ['zh', '稳赚不赔。'],
  ['ar', 'عائد مضمون لكم.'],
])('keeps but does not publish what a fraudulent platform reports in %s', async (lang, body) => {
  const saved = await rig.save('risk', lang, { body })
  expect(saved.result.draft.problems).toEqual([expect.objectContaining({ field: 'body', kind: 'forbidden' })])
  const refused = await rig.writer.post(`content/risk/${lang}/publish`, {
    revision: saved.result.draft.revision,
    reason,
  })
  expect(fieldOf(refused)).toEqual({ field: 'body', reason: 'forbidden' })
  await rig.writer.post(`content/risk/${lang}/drop`, { revision: saved.result.draft.revision, reason })
  expect((await rig.writer.get(`content/risk/${lang}`)).result.draft).toBeNull()
})

it('keeps what the Arabic texts are written with', async () => {
  const saved = await rig.save('privacy', 'ar', { body: 'على \u2066Evenhand\u2069 فقط.\n' })
  expect(saved.code).toBe(200)
  await rig.writer.post('content/privacy/ar/drop', { revision: saved.result.draft.revision, reason })
})

it('of many who publish one draft one does, and who wrote over an older text or draft is refused', async () => {
  const saved = await rig.save('about', 'it', { body: 'Un testo nuovo.\n', source: { lang: 'en', version: 1 } })
  const { revision } = saved.result.draft
  const { baseVersion } = saved.result
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? rig.writer : rig.second).post('content/about/it/publish', { revision, reason }),
    ),
  )
  expect(all.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(all.filter(({ code }) => code === 40020)).toHaveLength(19)
  const versions = await rig.whole.database.asOwner(
    `select version from content.versions where slug = 'about' and lang = 'it' and origin = 'operator'`,
  )
  expect(versions).toEqual([{ version: baseVersion + 1 }])
  const old = await rig.second.post('content/about/it/save', { ...draftOf(), baseVersion, revision: 0 })
  expect(fieldOf(old)).toEqual({ field: 'baseVersion', reason: 'outdated' })
  const over = { ...draftOf(), baseVersion: baseVersion + 1, revision: 0 }
  const both = await Promise.all([rig.writer, rig.second].map((one) => one.post('content/about/it/save', over)))
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 40020])
  const ahead = { ...over, revision: 1, source: { lang: 'en', version: 99 } }
  expect(fieldOf(await rig.writer.post('content/about/it/save', ahead))).toEqual({ field: 'source', reason: 'unknown' })
})

it('the role content alone writes; who may not is refused, and nothing of a text exists under another name', async () => {
  expect((await rig.support.get('content')).code).toBe(10008)
  expect((await rig.auditor.get('content/about/en')).code).toBe(200)
  expect((await rig.auditor.post('content/about/en/save', { ...draftOf(), baseVersion: 1, revision: 0 })).code).toBe(
    10008,
  )
  expect((await rig.writer.get('content/nothing/en')).code).toBe(40039)
  expect((await rig.writer.get('content/__proto__/en')).code).toBe(40020)
  expect((await rig.writer.get('content/about/xx')).code).toBe(40020)
  const entries = await rig.whole.database.asOwner(
    `select distinct act from operators.audit_entries where act like 'content.%' order by act`,
  )
  expect((entries as { act: string }[]).map(({ act }) => act)).toEqual(
    expect.arrayContaining(['content.approve', 'content.drop', 'content.publish', 'content.save']),
  )
})

const settings = (parts: object = {}) => ({
  type: 1,
  category: 'maintenance',
  pinned: false,
  popup: true,
  navbar: false,
  startAt: 0,
  endAt: null,
  audience: { countries: [], languages: [], mode: 'any', loggedIn: 'any' },
  ...parts,
})
async function notice(parts: object, title: string): Promise<string> {
  const { result } = await rig.writer.post('content/notices/create', { ...settings(parts), reason })
  expect((await rig.publish(result.slug, 'en', { title, summary: 'In short.' })).code).toBe(200)
  return result.slug as string
}
const shown = async (options: Options = {}) =>
  currentNotices.result
    .parse((await rig.call('GET', 'notice/current', undefined, options)).result)
    .map(({ title }) => title)

it('shows a notice to its audience, while it lasts, and to a customer until it is read on any device', async () => {
  const all = await notice({}, 'For all')
  await notice({ audience: { countries: [], languages: [], mode: 'any', loggedIn: 'customers' } }, 'For customers')
  await notice({ audience: { countries: [], languages: [], mode: 'virtual', loggedIn: 'any' } }, 'For virtual')
  await notice({ audience: { countries: [], languages: ['de'], mode: 'any', loggedIn: 'any' } }, 'For German')
  await notice({ audience: { countries: ['FR'], languages: [], mode: 'any', loggedIn: 'any' } }, 'For France')
  await notice({ popup: false, navbar: false }, 'For the list')
  await notice({ startAt: Date.now() + hourMs }, 'For later')
  await notice({ startAt: 1, endAt: 2 }, 'For the past')
  expect(await shown()).toEqual(['For all'])
  expect(new Set(await shown({ as: rig.token }))).toEqual(new Set(['For all', 'For customers']))
  expect(new Set(await shown({ virtually: 'YES' }))).toEqual(new Set(['For all', 'For virtual']))
  expect(new Set(await shown({ lang: 'de' }))).toEqual(new Set(['For all', 'For German']))
  // Beside those that announce legal texts by themselves.
  const listed = noticeList.result.parse((await rig.call('GET', 'notice/list/1')).result)
  const list = listed.filter(({ category }) => category !== 'legal')
  expect(new Set(list.map(({ title }) => title))).toEqual(
    new Set(['For all', 'For virtual', 'For the list', 'For the past']),
  )
  expect(list[0]).toMatchObject({ author: 'content', lang: 'en', version: '1' })
  expect((await rig.call('GET', 'notice/list/3')).result).toEqual([])

  expect((await rig.call('POST', 'notice/read', { id: all, version: '2' }, { as: rig.token })).code).toBe(40039)
  for (const as of [rig.token, rig.token, ''])
    expect((await rig.call('POST', 'notice/read', { id: all, version: '1' }, { as })).code).toBe(200)
  expect(await shown({ as: rig.token })).toEqual(['For customers'])
  await rig.publish(all, 'en', { title: 'For all, again' })
  expect(await shown({ as: rig.token })).toContain('For all, again')
  const row = (await rig.writer.get('content')).result.rows.find(({ slug }: { slug: string }) => slug === all)
  expect(row.notice.readCount).toBe(2)

  const end = { ...settings({ startAt: 1, endAt: 2 }), revision: row.notice.revision, reason }
  expect((await rig.writer.post(`content/notices/${all}/set`, { ...end, endAt: 1 })).code).toBe(40020)
  expect((await rig.writer.post(`content/notices/${all}/set`, end)).code).toBe(200)
  expect(fieldOf(await rig.writer.post(`content/notices/${all}/set`, end))).toEqual({
    field: 'revision',
    reason: 'outdated',
  })
  expect(await shown()).toEqual([])
})

it('lists nothing that does not exist, and takes feedback on what does', async () => {
  const faq = listFaq.result.parse((await rig.call('GET', 'index/listFaq')).result)
  expect((await rig.call('GET', `index/listFaq?q=${'x'.repeat(101)}`)).code).toBe(40020)
  const word = { version: '1', lang: 'en', helpful: true }
  expect((await rig.call('POST', 'index/faqFeedback', { ...word, slug: 'nothing' })).code).toBe(40039)
  expect((await rig.call('POST', 'index/faqFeedback', { ...word, slug: 'about' })).code).toBe(40039)
  const first = faq[0]
  if (first === undefined) return
  const { slug } = first
  for (const as of [rig.token, rig.token, ''])
    expect((await rig.call('POST', 'index/faqFeedback', { ...word, slug, remark: 'clear' }, { as })).code).toBe(200)
  const feedback = (await rig.writer.get(`content/feedback?slug=${slug}`)).result
  expect(feedback).toMatchObject({ total: 2, rows: [{ slug, helpful: true, remark: 'clear', isCurrent: true }, {}] })
})

it('publishes what is scheduled when its time comes, and takes it back before', async () => {
  const at = Date.now() + 2 * dayMs
  const saved = await rig.save('privacy', 'en', { title: 'Privacy', body: 'A later text.\n' })
  let { revision } = saved.result.draft
  const sent = await rig.writer.post('content/privacy/en/publish', { revision, publishAt: at, reason })
  revision = sent.result.draft.revision
  const scheduled = await rig.second.post('content/privacy/en/approve', { revision, reason })
  expect(scheduled.result.draft).toMatchObject({ status: 'SCHEDULED', publishAt: at })
  const french = await rig.save('about', 'fr', { body: 'Plus tard.\n' })
  const later = await rig.writer.post('content/about/fr/publish', {
    revision: french.result.draft.revision,
    publishAt: at,
    reason,
  })
  const back = await rig.writer.post('content/about/fr/return', { revision: later.result.draft.revision, reason })
  expect(back.result.draft).toMatchObject({ status: 'DRAFT', publishAt: null })
  // One that is due before it cannot be published.
  const spanish = await rig.save('about', 'es', { body: 'Más tarde.\n' })
  const first = { revision: spanish.result.draft.revision, publishAt: at - 1000, reason }
  expect((await rig.writer.post('content/about/es/publish', first)).code).toBe(200)
  const when = `new.slug = 'about' and new.lang = 'es' and new.origin = 'operator'`
  const allow = await refuseRow(rig.whole.database, { table: 'content.versions', on: 'insert', when })
  const before = await rig.page('privacy')
  await rig.moveClock(2 * dayMs + 1000)
  await expect.poll(async () => (await rig.page('privacy')).body, { timeout: 10_000 }).toBe('A later text.\n')
  await allow()
  await expect
    .poll(async () => (await rig.page('about', { lang: 'es' })).body, { timeout: 10_000 })
    .toBe('Más tarde.\n')
  expect(Number((await rig.page('privacy')).version)).toBe(Number(before.version) + 1)
  const left = await rig.whole.database.asOwner(
    `select status from content.drafts where slug = 'about' and lang = 'fr'`,
  )
  expect(left).toEqual([{ status: 'DRAFT' }])
})
