import { legalHoldKinds, listLegalHolds, type LegalHoldKind } from '@evenhand/protocol/legal-holds.ts'
import { listRequests, type ChangeRequest, type RequestKind } from '@evenhand/protocol/operator-requests.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import { createContext } from 'react'
import * as z from 'zod/mini'

/** Whatever one operator asks and another decides. */
export type AskedKind = RequestKind | LegalHoldKind
export type Asked = Omit<ChangeRequest, 'kind'> & { readonly kind: AskedKind }

/** A call by what goes in and out of it alone: the calls below differ in their kinds, which `Asked` takes together. */
export type CallOf<Ask, Result> = Route<z.ZodMiniType<Ask>, z.ZodMiniType<Result>>
type ListAsk = {
  kinds?: readonly RequestKind[] | undefined
  all?: 'true' | undefined
  page?: number | undefined
  size?: number | undefined
}
export type AskedList = CallOf<ListAsk, { rows: Asked[]; total: number }>

/** The lists in which requests stand: orders of courts have one of their own, which others read. */
export const askedLists = [listRequests, listLegalHolds] as unknown as readonly [AskedList, AskedList]

/** The list that requests of some kinds stand in, and what to ask of it so that it answers no others. */
export const listOf = (kinds: readonly AskedKind[], ask: ListAsk): readonly [AskedList, ListAsk] =>
  legalHoldKinds.some((hold) => kinds.includes(hold))
    ? [askedLists[1], ask]
    : [askedLists[0], { ...ask, kinds: kinds as readonly RequestKind[] }]

/** The kinds of the queue around an open request, which may have left the queue's own rows by a decision. */
export const KindsContext = createContext<readonly AskedKind[]>([])
