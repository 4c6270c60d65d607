import { namedReasons } from '@evenhand/protocol/automatic-reasons.ts'
import {
  approveContent,
  dropContent,
  listContent,
  publishContent,
  returnContent,
  saveContent,
  viewContent,
  type SeenContent,
} from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type * as z from 'zod/mini'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { answersConsole } from './answers.console.ts'
import type { ContentConsoleDeps } from './content.deps.ts'
import type { ContentItem } from './content.texts.ts'
import { mayNotBeKept, problemsOf } from './draft-rules.ts'
import { dropDraft, findDraft, keepDraft, keepItem, listDrafts, moveDraft, type Draft } from './drafts.store.ts'
import { noticesConsole } from './notices.console.ts'
import { publishDraft } from './publish-draft.ts'
import { noticeItem, viewRow, viewText } from './view-content.ts'

/** What operators do with contents: write, publish or schedule, and for a legal text approve what another one wrote. */
export const contentConsole = (deps: ContentConsoleDeps): MountedOperator[] => [
  handleOperator(listContent, (_request, call) => list(deps, call)),
  handleOperator(viewContent, (request, call) => view(deps, request, call)),
  handleOperator(saveContent, (request, call) => save(deps, request, call)),
  handleOperator(dropContent, (request, call) => drop(deps, request, call)),
  handleOperator(publishContent, (request, call) => publish(deps, request, call)),
  handleOperator(approveContent, (request, call) => approve(deps, request, call)),
  handleOperator(returnContent, (request, call) => takeBack(deps, request, call)),
  ...answersConsole(deps),
  ...noticesConsole(deps),
]

type Named = { slug: string; lang: Lang }
type Move = Named & { revision: number; reason: string }

const badField = (field: string, reason: string): Refusal => refuse('dataIncomplete', { fields: [{ field, reason }] })
const outdated = (): Refusal => badField('revision', 'outdated')
const subjectOf = ({ slug, lang }: Named): string => `content:${slug}.${lang}`

function itemOf({ content }: ContentConsoleDeps, slug: string): ContentItem {
  const { catalogue } = content.deps
  const settings = catalogue.notices().find((notice) => notice.slug === slug)
  const item = settings === undefined ? catalogue.item(slug) : noticeItem(settings)
  if (item === undefined) throw refuse('notFound')
  return item
}

async function list(
  deps: ContentConsoleDeps,
  { lang, operator }: OperatorCall,
): Promise<z.input<typeof listContent.result>> {
  await deps.content.refresh()
  const { catalogue } = deps.content.deps
  const drafts = await listDrafts(deps.db)
  const items = [
    ...catalogue.itemsOf('page'),
    ...catalogue.itemsOf('faq'),
    ...catalogue
      .notices()
      .toSorted((a, b) => b.startAt - a.startAt)
      .map(noticeItem),
  ]
  return {
    at: deps.clock.now(),
    rows: items.map((item) => viewRow({ catalogue, item, drafts, operatorId: operator.id, lang })),
  }
}

async function view(
  deps: ContentConsoleDeps,
  { slug, lang, from }: Named & { from?: 'en' | 'zh' | undefined },
  call: OperatorCall,
): Promise<SeenContent> {
  await deps.content.refresh()
  const item = itemOf(deps, slug)
  const drafts = await listDrafts(deps.db, slug)
  const names = await deps.operatorNames(
    drafts.flatMap(({ writtenBy, approvedBy }) => (approvedBy === null ? [writtenBy] : [writtenBy, approvedBy])),
  )
  const { catalogue } = deps.content.deps
  return viewText({
    catalogue,
    item,
    drafts,
    lang: call.lang,
    shownLang: lang,
    from,
    names,
    operatorId: call.operator.id,
  })
}

/** Saves a draft; refuses 40020 what could do more than be read, and one that was written over an older text or draft. */
async function save(
  deps: ContentConsoleDeps,
  request: z.output<typeof saveContent.request>,
  call: OperatorCall,
): Promise<SeenContent> {
  const { db, clock, content } = deps
  await content.refresh()
  const { catalogue } = content.deps
  const { slug, lang, source, revision, title, keywords, summary, body, baseVersion } = request
  const item = itemOf(deps, slug)
  const problem = problemsOf(request, lang).find(mayNotBeKept)
  if (problem !== undefined) throw badField(problem.field, problem.kind)
  if (baseVersion !== (catalogue.text(slug, lang)?.version ?? 0)) throw badField('baseVersion', 'outdated')
  const newest = source === null ? undefined : catalogue.text(slug, source.lang)?.version
  if (source !== null && (source.lang === lang || newest === undefined || source.version > newest))
    throw badField('source', 'unknown')
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await keepItem(tx, { ...item, at: now })
    const kept = await keepDraft(tx, {
      slug,
      lang,
      title,
      keywords,
      summary,
      body,
      baseVersion,
      revision: revision + 1,
      sourceLang: source?.lang ?? null,
      sourceVersion: source?.version ?? null,
      shippedHash: catalogue.shippedText(slug, lang)?.hash ?? null,
      writtenBy: call.operator.id,
      savedAt: now,
    })
    if (!kept) throw outdated()
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'content.save',
      subject: subjectOf(request),
      reason: `${namedReasons.draft} ${slug}.${lang}`,
      after: { revision: revision + 1, title, baseVersion },
    })
  })
  return view(deps, { slug, lang }, call)
}

/** Runs a move of a draft that is still the one that was seen, with its line in the record. */
async function moved(
  deps: ContentConsoleDeps,
  { request, call, act }: { request: Move; call: OperatorCall; act: string },
  move: (tx: ContentConsoleDeps['db'], draft: Draft) => Promise<Record<string, string | number | null> | undefined>,
): Promise<SeenContent> {
  await deps.content.refresh()
  itemOf(deps, request.slug)
  await deps.db.transaction().execute(async (tx) => {
    const draft = await findDraft(tx, request)
    if (draft === undefined) throw outdated()
    const after = await move(tx, draft)
    if (after === undefined) throw outdated()
    await deps.operators.recordAuditEntry(tx, call, {
      act,
      subject: subjectOf(request),
      reason: request.reason,
      before: { status: draft.status, revision: draft.revision },
      after,
    })
  })
  await deps.content.refresh(true)
  return view(deps, request, call)
}

const drop = (deps: ContentConsoleDeps, request: Move, call: OperatorCall): Promise<SeenContent> =>
  moved(deps, { request, call, act: 'content.drop' }, async (tx, draft) =>
    (await dropDraft(tx, draft)) ? { status: null } : undefined,
  )

const takeBack = (deps: ContentConsoleDeps, request: Move, call: OperatorCall): Promise<SeenContent> =>
  moved(deps, { request, call, act: 'content.return' }, async (tx, draft) => {
    if (draft.status === 'DRAFT') throw outdated()
    const isBack = await moveDraft(tx, draft, { status: 'DRAFT', publishAt: null, approvedBy: null })
    return isBack ? { status: 'DRAFT' } : undefined
  })

/** Refuses 40020 a text that may not be published, and one that was written over another than the present text. */
function mustBePublishable({ content }: ContentConsoleDeps, draft: Draft): void {
  const problem = problemsOf(draft, draft.lang)[0]
  if (problem !== undefined) throw badField(problem.field, problem.kind)
  if (draft.baseVersion !== (content.deps.catalogue.text(draft.slug, draft.lang)?.version ?? 0))
    throw badField('baseVersion', 'outdated')
}

type Release = { tx: ContentConsoleDeps['db']; draft: Draft; publishAt: number | null }

/** Publishes at once, or schedules for a time that is to come. */
async function release(deps: ContentConsoleDeps, { tx, draft, publishAt }: Release) {
  const at = deps.clock.now()
  const { approvedBy } = draft
  if (publishAt !== null && publishAt > at)
    return (await moveDraft(tx, draft, { status: 'SCHEDULED', publishAt, approvedBy }))
      ? { status: 'SCHEDULED', publishAt }
      : undefined
  const version = await publishDraft(tx, { draft, catalogue: deps.content.deps.catalogue, at })
  return version === undefined ? undefined : { status: 'PUBLISHED', version }
}

const publish = (
  deps: ContentConsoleDeps,
  request: z.output<typeof publishContent.request>,
  call: OperatorCall,
): Promise<SeenContent> =>
  moved(deps, { request, call, act: 'content.publish' }, async (tx, draft) => {
    if (draft.status !== 'DRAFT') throw outdated()
    mustBePublishable(deps, draft)
    const publishAt = request.publishAt ?? null
    if (!itemOf(deps, draft.slug).isLegal) return release(deps, { tx, draft, publishAt })
    const isSent = await moveDraft(tx, draft, { status: 'REVIEW', publishAt, approvedBy: null })
    return isSent ? { status: 'REVIEW', publishAt } : undefined
  })

/** The second operator's approval of a legal text; refuses 40033 the one who wrote it. */
const approve = (deps: ContentConsoleDeps, request: Move, call: OperatorCall): Promise<SeenContent> =>
  moved(deps, { request, call, act: 'content.approve' }, async (tx, draft) => {
    if (draft.status !== 'REVIEW') throw outdated()
    if (draft.writtenBy === call.operator.id) throw refuse('fourEyesNeeded', { needed: 2 })
    mustBePublishable(deps, draft)
    const approved = { ...draft, approvedBy: call.operator.id }
    return release(deps, { tx, draft: approved, publishAt: draft.publishAt })
  })
