import {
  listNotifications,
  readNotifications,
  type NoticeCategory,
  type Notification,
} from '@evenhand/protocol/notices.ts'
import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { unreadNotices, usePollEvery } from '../../feed/session-connection.ts'
import { productNow } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'

const pageSize = 20
const key = ['mine', 'notices']
type Page = { rows: Notification[]; total: number; page: number; size: number }

export type NoticeFilter = { cat: NoticeCategory | undefined; unread: boolean }

/** The notices that a filter lets through, newest first, page after page. */
export function useNotices({ cat, unread }: NoticeFilter) {
  const query = useInfiniteQuery({
    queryKey: [...key, cat, unread],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(
        listNotifications,
        { page: pageParam, size: pageSize, ...(cat ? { cat } : {}), ...(unread ? { unread } : {}) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
    refetchInterval: usePollEvery(60_000),
  })
  // What came while pages were read pushed some from one page to the next.
  const seen = new Map<string, Notification>()
  for (const notice of query.data?.pages.flatMap(({ rows }) => rows) ?? [])
    if (!seen.has(notice.id)) seen.set(notice.id, notice)
  return { ...query, notices: [...seen.values()], total: query.data?.pages[0]?.total ?? 0 }
}

type Read = { ids: string[] } | { all: true; upTo?: string }

/** Marks notices as read, here at once and on every device. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: Read) => call(readNotifications, request),
    onMutate: (request) => {
      const at = productNow()
      const isMeant = ({ id }: Notification) =>
        'ids' in request ? request.ids.includes(id) : request.upTo === undefined || id <= request.upTo
      queries.setQueriesData<InfiniteData<Page>>({ queryKey: key }, (data) => data && marked(data, isMeant, at))
    },
    onSuccess: ({ unread }) => unreadNotices.set(unread),
    onSettled: () => queries.invalidateQueries({ queryKey: key, refetchType: 'all' }),
  })
}

const marked = (data: InfiniteData<Page>, isMeant: (notice: Notification) => boolean, readAt: number) => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    rows: page.rows.map((notice) => (notice.readAt === undefined && isMeant(notice) ? { ...notice, readAt } : notice)),
  })),
})
