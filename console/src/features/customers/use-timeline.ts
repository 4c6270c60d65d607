import {
  customerTimeline,
  revealTimeline,
  timelineKinds,
  timelineReaders,
  type TimelineKind,
} from '@evenhand/protocol/customer-timeline.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useOperator } from '../../lib/session.ts'
import { freshMs } from '../../lib/use-page.ts'

type TimelineParams = { id: string; kind: TimelineKind | undefined; reason: string | undefined }

/** A customer's timeline page by page; in full where a reason was given. It is a logged access, so it is not polled. */
export const useTimeline = ({ id, kind, reason }: TimelineParams) =>
  useInfiniteQuery({
    queryKey: [customerTimeline.path, id, kind, reason],
    queryFn: ({ pageParam, signal }) => {
      const request = {
        id,
        ...(kind === undefined ? {} : { kind }),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      return reason === undefined
        ? call(customerTimeline, request, signal)
        : call(revealTimeline, { ...request, reason }, signal)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: freshMs * 6,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The kinds that this operator may read, which the server holds as well. */
export function useTimelineKinds(): readonly TimelineKind[] {
  const roles = useOperator()?.operator.roles ?? []
  return timelineKinds.filter((kind) => timelineReaders[kind].some((role) => roles.includes(role)))
}
