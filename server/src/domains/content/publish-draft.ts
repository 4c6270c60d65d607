import { createHash } from 'node:crypto'
import { eachApart } from '../../kernel/concurrency/apart.ts'
import type { Log } from '../../kernel/log.ts'
import type { Catalogue } from './catalogue.ts'
import type { ContentDb } from './content.store.ts'
import { dropDraft, dueDrafts, insertVersion, keepShipped, moveDraft, type Draft } from './drafts.store.ts'

export const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex')

/**
 * Publishes a draft in the caller's transaction as a version that never changes; the text that shipped is kept as the version
 * before it. Returns its number, or undefined where the draft was saved, published or dropped meanwhile.
 */
export async function publishDraft(
  tx: ContentDb,
  { draft, catalogue, at }: { draft: Draft; catalogue: Catalogue; at: number },
): Promise<number | undefined> {
  if (!(await dropDraft(tx, draft))) return undefined
  const shipped = catalogue.shippedText(draft.slug, draft.lang)
  if (shipped !== undefined) await keepShipped(tx, [shipped])
  return insertVersion(tx, { draft, hash: hashOf(draft.body), floor: shipped?.version ?? 0, at })
}

export type PublishDeps = { db: ContentDb; catalogue: Catalogue; now: number; log: Log }

/**
 * Publishes what was scheduled and is due; one that was written over a text which a release has replaced since goes back to
 * its operators. Returns how many were published. One that fails is logged, and stops no other.
 */
export async function publishDue(deps: PublishDeps): Promise<number> {
  const { db, catalogue, now, log } = deps
  let published = 0
  await eachApart(await dueDrafts(db, now), {
    async run(draft) {
      const present = catalogue.text(draft.slug, draft.lang)?.version ?? 0
      if (present !== draft.baseVersion)
        return void (await moveDraft(db, draft, { status: 'DRAFT', publishAt: null, approvedBy: null }))
      const version = await db.transaction().execute((tx) => publishDraft(tx, { draft, catalogue, at: now }))
      if (version !== undefined) published += 1
    },
    failed: ({ slug, lang }, cause) => log.error({ slug, lang, cause: String(cause) }, 'a text could not be published'),
  })
  return published
}
