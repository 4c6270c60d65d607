import { createHash } from 'node:crypto'
import type { NoticeAudience, PublicNotice } from '@evenhand/protocol/public-notices.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Call, Raw } from '../../kernel/http/http.ts'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Catalogue } from './catalogue.ts'
import type { ReadDeps } from './content.deps.ts'
import { keepRead, readsOf, type NoticeSettings } from './content.store.ts'
import { faqEntries } from './list-faq.ts'
import { everybody, legalNotices, paramNotices } from './announced/announced-notices.ts'
import { personHash } from './person-hash.ts'

type Reader = { lang: Lang; country: string | undefined; mode: AccountMode; isSignedIn: boolean }

/** Whether a notice is for this reader. A country that is not known is in no list of countries. */
export function isFor({ countries, languages, mode, loggedIn }: NoticeAudience, reader: Reader): boolean {
  return (
    (countries.length === 0 || (reader.country !== undefined && countries.includes(reader.country))) &&
    (languages.length === 0 || languages.includes(reader.lang)) &&
    (mode === 'any' || mode === reader.mode) &&
    (loggedIn === 'any' || (loggedIn === 'customers') === reader.isSignedIn)
  )
}

function viewNotice(catalogue: Catalogue, settings: NoticeSettings, lang: Lang): PublicNotice | undefined {
  const text = catalogue.bestText(settings.slug, lang)
  if (text === undefined) return undefined
  const { slug: id, revision: _revision, endAt, ...shown } = settings
  return {
    ...shown,
    id,
    title: text.title,
    summary: text.summary,
    body: text.body,
    ...(endAt !== null && { endAt }),
    version: String(text.version),
    hash: text.hash,
    publishedAt: text.updatedAt,
    author: 'content',
    readCount: catalogue.reads(id),
    lang: text.lang,
  }
}

/** Questions and answers in the form of notices, in their order. */
const faqNotices = (catalogue: Catalogue, lang: Lang): PublicNotice[] =>
  faqEntries(catalogue, lang).map((entry, order) => {
    const { yes, no } = catalogue.feedback(entry.slug, Number(entry.version))
    return {
      id: entry.slug,
      type: 2,
      title: entry.question,
      summary: '',
      body: entry.body,
      category: 'faq-topic',
      pinned: false,
      popup: false,
      navbar: false,
      startAt: entry.updatedAt,
      audience: everybody,
      version: entry.version,
      hash: entry.hash,
      publishedAt: entry.updatedAt,
      author: 'content',
      readCount: 0,
      lang: entry.lang,
      order,
      tags: [entry.category],
      helpfulYes: yes,
      helpfulNo: no,
    }
  })

type Placed = Pick<NoticeSettings, 'pinned' | 'startAt'>
const pinnedThenNewest = (a: Placed, b: Placed): number => Number(b.pinned) - Number(a.pinned) || b.startAt - a.startAt

/** Notices as anyone lists them, and those to be shown to a caller now. */
export function createNoticeReader(deps: ReadDeps) {
  const { catalogue, clock, countryOf } = deps
  const readerOf = ({ lang, mode, ip, session }: Call): Reader => ({
    lang,
    mode,
    country: session.country === '' ? countryOf(ip) : session.country,
    isSignedIn: session.customerId !== '',
  })
  const responseOf = (list: readonly NoticeSettings[], lang: Lang): Raw => {
    const names = createHash('sha256')
      .update(JSON.stringify(list.map(({ slug }) => slug)))
      .digest('base64')
    return catalogue.encode(`notices ${lang} ${names}`, () =>
      list.flatMap((settings) => viewNotice(catalogue, settings, lang) ?? []),
    )
  }
  return {
    async noticeList({ type }: { type: number }, call: Call): Promise<Raw> {
      if (type === 2) return catalogue.encode(`faq notices ${call.lang}`, () => faqNotices(catalogue, call.lang))
      const now = clock.now()
      // The list keeps what has ended, and is of both accounts.
      const reader = readerOf(call)
      const list = catalogue
        .notices()
        .filter((one) => one.type === type && one.startAt <= now && isFor({ ...one.audience, mode: 'any' }, reader))
      const named = list.map(({ slug }) => slug).join(' ')
      return catalogue.encode(`announced ${type} ${call.lang} ${named}`, () =>
        [
          ...list.flatMap((settings) => viewNotice(catalogue, settings, call.lang) ?? []),
          ...(type === 3 ? paramNotices(catalogue.params(), call.lang) : legalNotices(catalogue, call.lang)),
        ].toSorted(pinnedThenNewest),
      )
    },

    async currentNotices(_request: object, call: Call): Promise<Raw> {
      const now = clock.now()
      const reader = readerOf(call)
      const due = catalogue
        .notices()
        .filter((one) => (one.popup || one.navbar) && one.startAt <= now && (one.endAt === null || now < one.endAt))
        .filter(({ audience }) => isFor(audience, reader))
      const read =
        due.length === 0 || !reader.isSignedIn ? new Set() : await readsOf(deps.db, personHash(deps.personKey, call))
      const isUnread = ({ slug }: NoticeSettings): boolean =>
        !read.has(`${slug}:${catalogue.bestText(slug, call.lang)?.version ?? 0}`)
      return responseOf(due.filter(isUnread).toSorted(pinnedThenNewest), call.lang)
    },

    /** Keeps that the caller read a version; refuses 40039 a notice or version that is not there to be read. */
    async noticeRead({ id, version }: { id: string; version: string }, call: Call): Promise<Record<string, never>> {
      const settings = catalogue.notices().find(({ slug }) => slug === id)
      const newest = catalogue.bestText(id, call.lang)?.version ?? 0
      const isReadable =
        settings !== undefined && settings.startAt <= clock.now() && Number(version) >= 1 && Number(version) <= newest
      if (!isReadable) throw refuse('notFound')
      deps.limits.take(readRule, call.session.customerId === '' ? ipBucketOf(call.ip) : call.session.customerId)
      const reader = personHash(deps.personKey, call)
      await keepRead(deps.db, { slug: id, version: Number(version), reader, at: clock.now() })
      return {}
    },
  }
}

const readRule = { name: 'notice read', max: 120, perMs: hourMs } as const
