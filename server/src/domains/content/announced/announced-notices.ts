import { createHash } from 'node:crypto'
import type { NoticeAudience, PublicNotice } from '@evenhand/protocol/public-notices.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { icuText } from '../../../kernel/mail/icu-text.ts'
import type { Catalogue } from '../catalogue.ts'
import { announcedTexts, tagOf } from './announced-texts.ts'
import { changesOf, type Change, type ParamVersion } from './param-changes.ts'

export const everybody: NoticeAudience = { countries: [], languages: [], mode: 'any', loggedIn: 'any' }

type Written = Pick<PublicNotice, 'id' | 'type' | 'category' | 'title' | 'summary' | 'body' | 'author' | 'version'>

/** A notice that no editor wrote: it follows from what was decided or published at a time, in every language. */
const noticeOf = (written: Written, at: number, lang: Lang): PublicNotice => ({
  ...written,
  pinned: false,
  popup: false,
  navbar: false,
  startAt: at,
  audience: everybody,
  hash: createHash('sha256').update(written.body).digest('hex'),
  publishedAt: at,
  readCount: 0,
  lang,
})

const titles = ['options', 'contracts', 'adjustments', 'credits', 'resale'] as const

/** A notice of each decided change of a parameter, from the moment it was announced: what it was, what it becomes, from when. */
export function paramNotices(versions: readonly ParamVersion[], lang: Lang): PublicNotice[] {
  const texts = announcedTexts(lang)
  const tag = tagOf(lang)
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return versions.flatMap((one) => {
    const key = titles.find((title) => title === one.key)
    const before = versions.find((other) => other.key === one.key && other.version === one.version - 1)
    if (key === undefined || before === undefined || one.approvedAt === null || one.appliesAt === null) return []
    const changes = changesOf(one, before, lang)
    if (changes.length === 0) return []
    const lead = key === 'options' || key === 'contracts' ? texts.lead.terms : texts.lead.caps
    const summary = icuText(lead, tag, { time: day.format(one.appliesAt) })
    const id = `params-${key}-${one.version}`
    const body = [summary, tableOf(changes, lang), texts.record].join('\n\n')
    const named = { id, type: 3, category: 'params', author: 'risk', version: String(one.version) } as const
    return noticeOf({ ...named, title: texts.title[key], summary, body }, one.approvedAt, lang)
  })
}

function tableOf(changes: readonly Change[], lang: Lang): string {
  const { head } = announcedTexts(lang)
  const rows = changes.map(({ what, before, after }) => `| ${what} | ${before} | ${after} |`)
  return [`| ${head.what} | ${head.before} | ${head.after} |`, '| --- | --- | --- |', ...rows].join('\n')
}

/** A notice of each legal text that operators published in a language, with the way to what changed in it. */
export function legalNotices(catalogue: Catalogue, lang: Lang): PublicNotice[] {
  const texts = announcedTexts(lang)
  const tag = tagOf(lang)
  return catalogue.itemsOf('page').flatMap(({ slug, isLegal }) => {
    const text = isLegal ? catalogue.text(slug, lang) : undefined
    if (text === undefined || text.origin !== 'operator' || text.version < 2) return []
    const version = String(text.version)
    const body = `${texts.legal.lead}\n\n[${texts.legal.link}](/detail?id=${slug}&changes=${version})`
    const title = icuText(texts.legal.title, tag, { title: text.title, version })
    const named = { id: `legal-${slug}-${version}`, type: 1, category: 'legal', author: 'content', version } as const
    return noticeOf({ ...named, title, summary: texts.legal.lead, body }, text.updatedAt, lang)
  })
}
