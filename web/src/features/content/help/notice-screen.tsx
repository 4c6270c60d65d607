import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../../layout/page-title.tsx'
import type { ScreenProps } from '../../../lib/feature.ts'
import { useAnnounced } from './help-queries.ts'
import { NoticeItem } from './notice-item.tsx'
import { shownPage } from './shown-page.ts'

type Search = { type?: string | undefined; id?: string | undefined; page?: string | undefined }

const types = { '1': 'platform', '3': 'features' } as const
type Type = keyof typeof types

/** What was announced to everybody, by page: notices of the platform, or new features and changes of parameters. */
export function NoticeScreen({ search, onSearch }: ScreenProps<Search>) {
  const t = useTranslations('help')
  const type: Type = search.type === '3' ? '3' : '1'
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-5 px-gutter py-4 desktop:py-8">
      <PageTitle title={t('notice.title')} inBar help={false} />
      <Tabs
        label={t('notice.title')}
        variant="underline"
        items={(['1', '3'] as const).map((value) => ({ value, label: t(`notice.${types[value]}`) }))}
        value={type}
        onChange={(value) => onSearch({ type: value === '3' ? '3' : undefined, id: undefined, page: undefined })}
        panelId="announced"
      />
      <div id="announced" role="tabpanel" aria-label={t(`notice.${types[type]}`)}>
        <Announced key={type} type={type === '3' ? 3 : 1} search={search} onSearch={onSearch} />
      </div>
    </div>
  )
}

function Announced({ type, search, onSearch }: ScreenProps<Search> & { type: 1 | 3 }) {
  const t = useTranslations('help')
  const common = useTranslations('common')
  const { data, isError, refetch } = useAnnounced(type)
  if (data === undefined && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (data === undefined)
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} className="h-20 rounded-card" />
        ))}
      </div>
    )
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon="bell" title={t('notice.none')} />
      </Card>
    )
  const { rows, page, pages } = shownPage(data, { page: search.page, id: search.id })
  const goTo = (to: number) => onSearch({ page: to === 1 ? undefined : String(to), id: undefined })
  return (
    <div className="flex flex-col gap-4">
      <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface ring-1 ring-line">
        {rows.map((notice) => (
          <NoticeItem
            key={notice.id}
            notice={notice}
            open={notice.id === search.id}
            onToggle={() => onSearch({ id: notice.id === search.id ? undefined : notice.id })}
          />
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label={t('notice.pages')} className="flex items-center justify-center gap-4">
          <Button variant="secondary" disabled={page === 1} onClick={() => goTo(page - 1)}>
            {t('notice.newer')}
          </Button>
          <span className="text-13 text-fg2">{t('notice.page', { page, pages })}</span>
          <Button variant="secondary" disabled={page === pages} onClick={() => goTo(page + 1)}>
            {t('notice.older')}
          </Button>
        </nav>
      )}
    </div>
  )
}
