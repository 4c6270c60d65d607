import type { ContentRow, LangState, NoticeForm, SeenContent } from '@evenhand/protocol/content-console.ts'
import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import type { Catalogue } from './catalogue.ts'
import type { NoticeSettings } from './content.store.ts'
import type { ContentItem, ContentText } from './content.texts.ts'
import { problemsOf } from './draft-rules.ts'
import type { Draft } from './drafts.store.ts'

/**
 * Whether the text that a text was translated from has moved on. A text whose source was itself translated from this very
 * version is not behind it.
 */
export function isStale(catalogue: Catalogue, text: ContentText): boolean {
  if (text.sourceLang === null || text.sourceVersion === null) return false
  const source = catalogue.text(text.slug, text.sourceLang)
  if (source === undefined || source.version <= text.sourceVersion) return false
  return !(source.sourceLang === text.lang && source.sourceVersion === text.version)
}

/** Whether a later release ships another text than the one that operators wrote over. */
export function shippedDiffers(catalogue: Catalogue, text: ContentText): boolean {
  const shipped = catalogue.shippedText(text.slug, text.lang)
  return text.origin === 'operator' && shipped !== undefined && shipped.hash !== text.shippedHash
}

type StateParams = { slug: string; lang: Lang; draft: Draft | undefined; operatorId: string }
function stateOf(catalogue: Catalogue, { slug, lang, draft, operatorId }: StateParams): LangState {
  const text = catalogue.text(slug, lang)
  return {
    lang,
    version: text?.version ?? null,
    updatedAt: text?.updatedAt ?? null,
    origin: text?.origin ?? null,
    stale: text !== undefined && isStale(catalogue, text),
    shippedDiffers: text !== undefined && shippedDiffers(catalogue, text),
    draft: draft?.status ?? null,
    mayApprove: draft?.status === 'REVIEW' && draft.writtenBy !== operatorId,
    publishAt: draft?.publishAt ?? null,
  }
}

/** A notice as its texts are written over. */
export const noticeItem = ({ slug }: NoticeSettings): ContentItem => ({ slug, kind: 'notice', isLegal: false })

type RowParams = {
  catalogue: Catalogue
  item: ContentItem
  drafts: readonly Draft[]
  /** The operator who reads it, and in which language. */
  operatorId: string
  lang: Lang
}

/** An item with its state in each language. */
export function viewRow({ catalogue, item, drafts, operatorId, lang }: RowParams): ContentRow {
  const { slug, kind, isLegal, category = null, screen = null, isRetired = false } = item
  const own = drafts.filter((draft) => draft.slug === slug)
  const settings = catalogue.notices().find((notice) => notice.slug === slug)
  const best = catalogue.bestText(slug, lang)
  const titles = [best?.title, ...own.map(({ title }) => title), slug].filter(
    (title) => title !== undefined && title !== '',
  )
  return {
    slug,
    kind,
    isLegal,
    title: titles[0] ?? slug,
    category,
    screen,
    isRetired,
    notice: settings === undefined ? null : noticeView(settings, catalogue.reads(slug)),
    feedback: catalogue.feedback(slug, best?.version ?? 0),
    langs: langValues.map((one) =>
      stateOf(catalogue, { slug, lang: one, draft: own.find((draft) => draft.lang === one), operatorId }),
    ),
  }
}

function noticeView({ slug: _slug, type, ...settings }: NoticeSettings, readCount: number): ContentRow['notice'] {
  return { ...settings, type: type as NoticeForm['type'], readCount }
}

const sourceOf = ({ sourceLang, sourceVersion }: Pick<ContentText, 'sourceLang' | 'sourceVersion'>) =>
  (sourceLang === 'en' || sourceLang === 'zh') && sourceVersion !== null
    ? { lang: sourceLang, version: sourceVersion }
    : null

const publishedView = (text: ContentText) => ({
  title: text.title,
  keywords: text.keywords,
  summary: text.summary,
  body: text.body,
  version: text.version,
  hash: text.hash,
  updatedAt: text.updatedAt,
  source: sourceOf(text),
})

type TextParams = RowParams & {
  shownLang: Lang
  from: 'en' | 'zh' | undefined
  names: ReadonlyMap<string, string>
}

/** A text in one language as an operator works on it. */
export function viewText(params: TextParams): SeenContent {
  const { catalogue, item, drafts, shownLang, names, operatorId } = params
  const text = catalogue.text(item.slug, shownLang)
  const draft = drafts.find((one) => one.slug === item.slug && one.lang === shownLang)
  const from = params.from ?? draft?.sourceLang ?? (text && sourceOf(text)?.lang) ?? (shownLang === 'en' ? 'zh' : 'en')
  const source = from === shownLang ? undefined : catalogue.text(item.slug, from)
  const shipped =
    text !== undefined && shippedDiffers(catalogue, text) ? catalogue.shippedText(item.slug, shownLang) : undefined
  return {
    item: viewRow(params),
    baseVersion: text?.version ?? 0,
    published: text === undefined ? null : publishedView(text),
    draft: draft === undefined ? null : draftView(draft, { names, operatorId }),
    source: source === undefined ? null : { ...publishedView(source), lang: from },
    shipped:
      shipped === undefined
        ? null
        : {
            title: shipped.title,
            keywords: shipped.keywords,
            summary: shipped.summary,
            body: shipped.body,
            hash: shipped.hash,
          },
  }
}

function draftView(
  draft: Draft,
  { names, operatorId }: { names: ReadonlyMap<string, string>; operatorId: string },
): SeenContent['draft'] {
  const { title, keywords, summary, body, status, revision, publishAt, savedAt } = draft
  return {
    title,
    keywords,
    summary,
    body,
    status,
    revision,
    publishAt,
    savedAt,
    source: sourceOf(draft),
    writtenBy: names.get(draft.writtenBy) ?? '',
    approvedBy: draft.approvedBy === null ? null : (names.get(draft.approvedBy) ?? ''),
    isOwn: draft.writtenBy === operatorId,
    problems: problemsOf(draft, draft.lang),
  }
}
