import { exposure, feeds } from '@evenhand/protocol/operator-house.ts'
import { useTranslations } from 'use-intl'
import { ScreenTabs } from '../../layout/screen-tabs.tsx'
import { useMay } from '../../lib/session.ts'
import type { TableSearch } from '../../queue/queue-screen.tsx'
import { ExposureTable } from './exposure-table.tsx'
import { FeedTable } from './feed-table.tsx'

export type RiskSearch = TableSearch & {
  tab?: 'exposure' | 'feeds' | undefined
  mode?: 'real' | 'virtual' | undefined
  q?: string | undefined
  late?: 'true' | undefined
}
export type RiskProps = { search: RiskSearch; onSearch: (change: RiskSearch) => void }

/** What the house stands to pay, and how the prices arrive by which that is decided. */
export function RiskScreen({ search, onSearch }: RiskProps) {
  const t = useTranslations('risk')
  const may = useMay()
  const items = [
    ...(may(exposure) ? [{ value: 'exposure' as const, label: t('tab.exposure') }] : []),
    ...(may(feeds) ? [{ value: 'feeds' as const, label: t('tab.feeds') }] : []),
  ]
  const tab = items.find(({ value }) => value === search.tab)?.value ?? items[0]?.value
  return (
    <ScreenTabs
      label={t('title')}
      items={items}
      value={tab ?? 'feeds'}
      onChange={(value) => onSearch({ tab: value, id: undefined, sort: undefined, cols: undefined })}
    >
      {tab === 'exposure' && <ExposureTable search={search} onSearch={onSearch} />}
      {tab === 'feeds' && <FeedTable search={search} onSearch={onSearch} />}
    </ScreenTabs>
  )
}
