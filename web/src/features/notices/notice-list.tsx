import type { Notification } from '@evenhand/protocol/notices.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { byDay } from './notice-days.ts'
import { NoticeRow } from './notice-row.tsx'
import { useMarkRead, type NoticeFilter, type useNotices } from './notices-query.ts'
import { OtherAccount } from './other-account.tsx'
import { useOpening } from './use-opening.ts'

type ListProps = {
  list: ReturnType<typeof useNotices>
  filter: NoticeFilter
  /** The notice to open as soon as it is there. */
  open: string | undefined
  onClear: () => void
}

/** The notices of a filter under their days, with the states of loading, of none and of a failure. */
export function NoticeList({ list, filter, open, onClear }: ListProps) {
  const t = useTranslations('notices')
  const common = useTranslations('common')
  const tag = languageOf(useLang()).tag
  const { mutate } = useMarkRead()
  const { notices, isPending, isError, refetch } = list
  const onRead = ({ id, readAt }: Notification) => void (readAt === undefined && mutate({ ids: [id] }))
  const { elsewhere, setElsewhere } = useOpening({ open, notices, onRead })
  if (isError && notices.length === 0)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (isPending) return <RowsLoading />
  if (notices.length === 0) return <None filter={filter} onClear={onClear} />
  const days = byDay(notices, { now: productNow(), tag, today: t('today'), yesterday: t('yesterday') })
  return (
    <div className="flex flex-col gap-5">
      {days.map(({ key, name, notices: own }) => (
        <section key={key} aria-label={name} className="flex flex-col gap-2">
          <h2 className="px-1 text-13 font-600 text-fg3">{name}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface ring-1 ring-line">
            {own.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onRead={() => onRead(notice)}
                onElsewhere={(mode, href) => setElsewhere({ mode, href })}
              />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Button
          variant="secondary"
          className="self-center"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
      <p role="status" className="text-center text-13 text-fg3">
        {t('shown', { shown: notices.length, total: list.total })}
      </p>
      <OtherAccount elsewhere={elsewhere} onClose={() => setElsewhere(undefined)} />
    </div>
  )
}

function None({ filter, onClear }: Pick<ListProps, 'filter' | 'onClear'>) {
  const t = useTranslations('notices')
  const filtered = filter.unread || filter.cat !== undefined
  return (
    <Card>
      <EmptyState
        icon="bell"
        title={t(filter.unread ? 'noUnread' : filtered ? 'noneOfCategory' : 'none')}
        text={filtered ? undefined : t('noneText')}
        action={
          filtered && (
            <Button variant="secondary" onClick={onClear}>
              {t('showAll')}
            </Button>
          )
        }
      />
    </Card>
  )
}

const RowsLoading = () => (
  <div
    aria-busy="true"
    className="flex flex-col divide-y divide-line overflow-hidden rounded-card bg-surface ring-1 ring-line"
  >
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at} className="flex gap-4 px-5 py-4">
        <Skeleton className="size-9 rounded-full" />
        <div className="flex grow flex-col gap-2">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      </div>
    ))}
  </div>
)
