import type { contentChanges } from '@evenhand/protocol/content.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { diffLines } from 'diff'
import type * as z from 'zod/mini'
import type { Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { ReadDeps } from './content.deps.ts'
import { versionsOf } from './content.store.ts'
import type { ContentText } from './content.texts.ts'

type Deps = Pick<ReadDeps, 'db' | 'catalogue'>

/** Every version of a legal text in a language, the newest first; refuses 40039 what is none. */
export async function legalVersions({ db, catalogue }: Deps, slug: string, lang: Lang): Promise<ContentText[]> {
  const present = catalogue.text(slug, lang)
  if (catalogue.item(slug)?.isLegal !== true || present === undefined) throw refuse('notFound')
  const kept = await versionsOf(db, { slug, lang })
  const isKept = kept.some(({ version, hash }) => version === present.version && hash === present.hash)
  return isKept ? kept : [present, ...kept.filter(({ version }) => version < present.version)]
}

/** One version of a legal text; refuses 40039 where there is none of that number. */
export async function legalVersion(
  deps: Deps,
  slug: string,
  by: { lang: Lang; version: string },
): Promise<ContentText> {
  const found = (await legalVersions(deps, slug, by.lang)).find(({ version }) => String(version) === by.version)
  if (found === undefined) throw refuse('notFound')
  return found
}

/** What comparing two texts may take; past it the one is shown removed and the other added. */
const maxCompareMs = 300

/** What changed from one version to another, by lines. */
function changedLines(from: string, to: string): z.input<typeof contentChanges.result>['parts'] {
  const whole = [
    { value: from, added: false, removed: true },
    { value: to, added: true, removed: false },
  ]
  return (diffLines(from, to, { timeout: maxCompareMs }) ?? whole).map(({ value, added, removed }) => ({
    kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    text: value,
  }))
}

/** The changes between two versions of a legal text; `to` is the present one where left out. */
export async function listChanges(
  deps: Deps,
  { id, from, to }: z.output<typeof contentChanges.request>,
  lang: Lang,
): Promise<Raw> {
  const versions = await legalVersions(deps, id, lang)
  const one = (version: string | undefined): ContentText => {
    const found = version === undefined ? versions[0] : versions.find((text) => String(text.version) === version)
    if (found === undefined) throw refuse('notFound')
    return found
  }
  const [before, after] = [one(from), one(to)]
  // Versions do not change: what two differ in is worked out once.
  return deps.catalogue.encode(`changes ${id} ${lang} ${before.version} ${after.version}`, () => ({
    from: String(before.version),
    to: String(after.version),
    parts: changedLines(before.body, after.body),
  }))
}
