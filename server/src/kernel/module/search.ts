import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import type { Found, FoundKind } from '@evenhand/protocol/operator-search.ts'
import type { OperatorCall } from '../http/operator-call.ts'
import type { Sought } from './search-term.ts'

/** One thing that was found, with whom it belongs to: a customer, or the account in the ledger. */
export type Hit = Omit<Found, 'username' | 'about' | 'customerId'> & { about?: string } & (
    | { customerId: string | null }
    | { accountId: bigint }
  )

export type SearchRequest = {
  readonly sought: Sought
  readonly call: OperatorCall
  /** Whether the caller may make a call of the console. */
  readonly may: (route: Pick<OperatorRoute, 'roles'>) => boolean
}

/** What a domain knows by a number. */
export type SearchSource = {
  /** Which call shows a kind: a role that may not make it gets no hint that there is one. */
  readonly shownBy?: Readonly<Partial<Record<FoundKind, OperatorRoute>>>
  readonly find: (request: SearchRequest) => Promise<readonly Hit[]>
}

/** By the beginning of its id, what has no number of its own. */
export const shortId = (id: string): string => id.slice(0, 8)
