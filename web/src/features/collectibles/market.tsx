import { royaltyPercent } from '@evenhand/proofs/collectibles/resale.ts'
import { collectibleSorts } from '@evenhand/protocol/collectibles.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { useChosenInRow } from '@evenhand/ui/chosen-in-row.ts'
import { Select } from '@evenhand/ui/select.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import type { ScreenProps } from '../../lib/feature.ts'
import { pageSize, useMarket } from './collectibles-query.ts'
import { filterOf, filters, filtersWithResale, resaleFilter, type Search } from './market-search.ts'
import { useHasResales } from './resale-query.ts'
import { WorkCard } from './work-card.tsx'

const grid = 'grid grid-cols-2 gap-3 desktop:grid-cols-4 desktop:gap-5'

/** The gallery: what is or was offered, narrowed and sorted by the address. */
export function Market({ search, onSearch }: ScreenProps<Search>) {
  const t = useTranslations('collectibles')
  const { status, resale, sort } = filterOf(search)
  const hasResales = useHasResales()
  const row = useChosenInRow()
  const offered = hasResales || resale ? filtersWithResale : filters
  const chosen = resale ? resaleFilter : (status ?? 'all')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div
          ref={row}
          role="group"
          aria-label={t('filter.label')}
          className="flex gap-2 desktop:flex-wrap mobile:-mx-gutter mobile:overflow-x-auto mobile:px-gutter mobile:py-1 mobile:scroll-px-gutter mobile:[scrollbar-width:none] mobile:*:shrink-0"
        >
          {offered.map((one) => (
            <ChoiceChip
              key={one}
              chosen={one === chosen}
              onChoose={() => onSearch({ status: one === 'all' ? undefined : one, page: undefined })}
            >
              {t(`filter.${one}`)}
            </ChoiceChip>
          ))}
        </div>
        <Select
          bare
          label={t('sort.label')}
          value={sort}
          onChange={(event) => onSearch({ sort: event.target.value, page: undefined })}
          options={collectibleSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          className="min-w-48 mobile:w-full"
        />
      </div>
      {offered !== filters && (
        <p className="-mt-2 max-w-text text-13 text-fg2">{t('resale.note', { percent: royaltyPercent.toString() })}</p>
      )}
      <Works search={search} onSearch={onSearch} />
    </>
  )
}

function Works({ search, onSearch }: ScreenProps<Search>) {
  const t = useTranslations('collectibles')
  const common = useTranslations('common')
  const filter = filterOf(search)
  const { data, isError, refetch, isPlaceholderData } = useMarket(filter)
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data)
    return (
      <div aria-busy="true" className={grid}>
        {[0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
          <WaitingCard key={at} />
        ))}
      </div>
    )
  if (data.rows.length === 0)
    return (
      <Card>
        <EmptyState
          icon="star"
          title={t('none')}
          action={
            <Button variant="secondary" onClick={() => onSearch({ status: undefined, page: undefined })}>
              {t('showAll')}
            </Button>
          }
        />
      </Card>
    )
  return (
    <div aria-busy={isPlaceholderData || undefined} className="flex flex-col gap-5">
      <ul className={grid}>
        {data.rows.map((work, at) => (
          <WorkCard key={work.id} work={work} isFirst={at < 4} />
        ))}
      </ul>
      <Pages page={filter.page} total={data.total} onPage={(page) => onSearch({ page: String(page) })} />
    </div>
  )
}

const WaitingCard = () => (
  <div className="overflow-hidden rounded-card bg-surface ring-1 ring-line">
    <Skeleton className="aspect-square w-full" />
    <div className="h-31 desktop:h-29" />
  </div>
)

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const t = useTranslations('collectibles')
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1) return null
  return (
    <nav aria-label={t('pages.label')} className="flex items-center justify-center gap-3">
      <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('pages.previous')}
      </Button>
      <span className="text-13 text-fg2">{t('pages.of', { page, pages })}</span>
      <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('pages.next')}
      </Button>
    </nav>
  )
}
