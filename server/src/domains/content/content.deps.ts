import type { OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { ParamVersion } from './announced/param-changes.ts'
import type { Catalogue } from './catalogue.ts'
import type { ContentDb } from './content.store.ts'
import type { Content } from './index.ts'
import type { ShippedFaq } from './content.texts.ts'

/** What content as customers read it is given. */
export type ContentDeps = {
  readonly db: ContentDb
  readonly clock: Clock
  readonly limits: Limits
  /** Questions and answers that ship, in their order. */
  readonly faq: readonly ShippedFaq[]
  /** Key of the hashes that stand for persons who gave feedback or read a notice. */
  readonly personKey: Uint8Array
  /** Every version of every parameter, rising, as operators decided them. */
  readonly paramVersions: () => Promise<readonly ParamVersion[]>
  /** The country an address is used in, where that is known. */
  readonly countryOf: (ip: string) => string | undefined
}

export type ReadDeps = ContentDeps & { readonly catalogue: Catalogue }

/** What operators' part of content is given; `db` acts as the role `console`. */
export type ContentConsoleDeps = {
  readonly db: ContentDb
  readonly clock: Clock
  readonly content: Content
  readonly operators: Pick<OperatorDeps, 'recordAuditEntry'>
  readonly operatorNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}
