import { exposure, feeds } from '@evenhand/protocol/operator-result.ts'
import { useTranslations } from 'use-intl'
import { ScreenTabs } from '../../layout/screen-tabs.tsx'
import { useMay } from '../../lib/session.ts'
import { RequestQueue, type RequestSearch } from '../../requests/request-queue.tsx'
import { useMaySee } from '../../requests/may-see.ts'
import { ExposureTable } from './exposure-table.tsx'
import { FeedTable } from './feed-table.tsx'

/** What two of role risk decide here. */
const kinds = ['customer.restrict', 'instrument.listing'] as const

export type RiskSearch = RequestSearch & {
  tab?: 'exposure' | 'feeds' | 'requests' | undefined
  mode?: 'real' | 'virtual' | undefined
  q?: string | undefined
  late?: 'true' | undefined
}
export type RiskProps = { search: RiskSearch; onSearch: (change: RiskSearch) => void }

/** What the house stands to pay, and how the prices arrive by which that is decided. */
export function RiskScreen({ search, onSearch }: RiskProps) {
  const t = useTranslations('risk')
  const may = useMay()
  const maySee = useMaySee()
  const items = [
    ...(may(exposure) ? [{ value: 'exposure' as const, label: t('tab.exposure') }] : []),
    ...(may(feeds) ? [{ value: 'feeds' as const, label: t('tab.feeds') }] : []),
    ...(kinds.some((kind) => maySee(kind)) ? [{ value: 'requests' as const, label: t('tab.requests') }] : []),
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
      {tab === 'requests' && (
        <RequestQueue label={t('tab.requests')} kinds={kinds} search={search} onSearch={onSearch} />
      )}
      {tab === 'feeds' && <FeedTable search={search} onSearch={onSearch} />}
    </ScreenTabs>
  )
}
