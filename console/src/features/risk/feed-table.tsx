import { feeds } from '@evenhand/protocol/operator-result.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useTag } from '../../lib/settings.ts'
import { usePage } from '../../lib/use-page.ts'
import { durationText } from '../../lib/when.tsx'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { FilterText } from '../../queue/filter-text.tsx'
import { QueueScreen } from '../../queue/queue-screen.tsx'
import { wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { FeedCase } from './feed-case.tsx'
import { useFeedKindText } from './feed-kind.ts'
import { FiledListings } from './filed-listings.tsx'
import { PriceProviders } from './price-providers.tsx'
import type { RiskProps } from './risk-screen.tsx'
import { SourcesApart } from './sources-apart.tsx'

export type Feed = z.output<typeof feeds.result>['rows'][number]
const variants = { listed: 'good', suspended: 'danger', delisted: 'plain' } as const
/** Older than this a price closes its instrument to new orders. */
const lateMs = 5000

function useColumns(): readonly Column<Feed>[] {
  const t = useTranslations('risk')
  const common = useTranslations('common')
  const tag = useTag()
  const feedKindText = useFeedKindText()
  return useMemo(
    () => [
      wordColumn({ id: 'code', title: t('column.code'), width: 9, card: 'title' }, (row) => row.code),
      wordColumn(
        { id: 'listing', title: t('column.listing'), width: 10, card: 'aside' },
        (row) => row.listing,
        (row) => <Chip variant={variants[row.listing]}>{t(`listing.${row.listing}`)}</Chip>,
      ),
      {
        id: 'age',
        title: t('column.age'),
        width: 10,
        card: 'line',
        by: (row) => row.ageMs ?? undefined,
        text: (row) => String(row.ageMs ?? ''),
        cell: ({ ageMs, open }) =>
          ageMs === null ? (
            common('none')
          ) : open && ageMs > lateMs ? (
            <Chip variant="danger" icon="warning">
              {durationText(ageMs, tag)}
            </Chip>
          ) : (
            durationText(ageMs, tag)
          ),
      },
      wordColumn({ id: 'feedKind', title: t('column.feedKind'), width: 9, card: 'line' }, (row) =>
        feedKindText(row.feedKind),
      ),
      wordColumn({ id: 'open', title: t('column.session'), width: 8, card: 'line' }, (row) =>
        row.open ? t('open') : t('closed'),
      ),
      wordColumn({ id: 'reason', title: t('column.reason'), width: 14 }, ({ reason }) =>
        reason === null ? '—' : t.has(`reason.${reason}` as never) ? t(`reason.${reason}` as 'reason.other') : reason,
      ),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the text of a kind follows the texts
    [t, common, tag],
  )
}

/** How old the newest price of each instrument is, and what is closed to new orders. */
export function FeedTable({ search, onSearch }: RiskProps) {
  const t = useTranslations('risk')
  const columns = useColumns()
  const { q, late } = search
  const rows = usePage(feeds, { ...(q === undefined ? {} : { q }), ...(late === undefined ? {} : { late }) })
  return (
    <>
      <FiledListings onOpen={(code) => onSearch({ q: code, id: code })} />
      <PriceProviders />
      <SourcesApart onOpen={(code) => onSearch({ q: code, id: code })} />
      <QueueScreen
        label={t('tab.feeds')}
        rows={rows}
        columns={columns}
        idOf={({ code }) => code}
        search={search}
        onSearch={onSearch}
        empty={late === undefined ? t('noFeeds') : t('noneLate')}
        file="feeds"
        filters={
          <>
            <FilterText label={t('find')} value={q} onChange={(text) => onSearch({ q: text, id: undefined })} />
            <FilterSelect
              label={t('column.age')}
              usual="false"
              others={['true'] as const}
              value={late}
              word={(value) => (value === 'true' ? t('late') : t('every'))}
              onChoose={(chosen) => onSearch({ late: chosen, id: undefined })}
            />
          </>
        }
        Case={FeedCase}
      />
    </>
  )
}
