import { createHash } from 'node:crypto'
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

/**
 * Publishes what was scheduled and is due; one that was written over a text which a release has replaced since goes back to
 * its operators. Returns how many were published.
 */
export async function publishDue(deps: { db: ContentDb; catalogue: Catalogue; now: number }): Promise<number> {
  const { db, catalogue, now } = deps
  let published = 0
  for (const draft of await dueDrafts(db, now)) {
    const present = catalogue.text(draft.slug, draft.lang)?.version ?? 0
    if (present !== draft.baseVersion) {
      await moveDraft(db, draft, { status: 'DRAFT', publishAt: null, approvedBy: null })
      continue
    }
    const version = await db.transaction().execute((tx) => publishDraft(tx, { draft, catalogue, at: now }))
    if (version !== undefined) published += 1
  }
  return published
}
