import type { LegalHoldKind } from '@evenhand/protocol/legal-holds.ts'
import { listRequests, type ChangeRequest, type RequestKind } from '@evenhand/protocol/operator-requests.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import { createContext } from 'react'
import * as z from 'zod/mini'
import type { Features } from '../lib/feature.ts'

/** Whatever one operator requests and another decides. */
export type ChangeKind = RequestKind | LegalHoldKind
export type RequestedChange = Omit<ChangeRequest, 'kind'> & {
  readonly kind: ChangeKind
  /** Of the order of a court: whether this operator has opened its document since it was proposed. */
  readonly documentOpened?: boolean
}

/** A call by what goes in and out of it alone: the calls below differ in their kinds, which `RequestedChange` takes together. */
export type CallOf<Request, Result> = Route<z.ZodMiniType<Request>, z.ZodMiniType<Result>>
type ListRequest = {
  kinds?: readonly RequestKind[] | undefined
  all?: 'true' | undefined
  page?: number | undefined
  size?: number | undefined
}
export type RequestList = CallOf<ListRequest, { rows: RequestedChange[]; total: number }>

/** By which calls a request is decided. */
export type RequestRoutes = {
  readonly approve: CallOf<{ id: string; reason: string; assertion: Assertion }, RequestedChange>
  readonly reject: CallOf<{ id: string; reason: string }, RequestedChange>
}

/** The list that shows requests, where their kind names no other. */
const commonList = listRequests as unknown as RequestList

/** Every list that requests stand in. */
export const requestLists = ({ requests }: Features): readonly RequestList[] => [
  ...new Set([commonList, ...[...requests.values()].flatMap(({ list }) => list ?? [])]),
]

/** The list that requests of some kinds stand in, and what to request from it so that it holds no others. */
export function listOf(
  { requests }: Features,
  kinds: readonly ChangeKind[],
  request: ListRequest,
): readonly [RequestList, ListRequest] {
  const own = kinds.flatMap((kind) => requests.get(kind)?.list ?? [])[0]
  return own === undefined ? [commonList, { ...request, kinds: kinds as readonly RequestKind[] }] : [own, request]
}

/** The kinds of the queue around an open request, which may have left the queue's own rows by a decision. */
export const KindsContext = createContext<readonly ChangeKind[]>([])
