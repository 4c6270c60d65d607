import type { ReactNode } from 'react'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useTranslations } from 'use-intl'
import type { ScreenProps } from '../../lib/feature.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { CharityPage } from './charity-page.tsx'
import { CharityTotal } from './charity-total.tsx'
import { Market } from './market.tsx'
import type { Search } from './market-search.ts'
import { Mine } from './mine.tsx'
import { WorkPage } from './work-page.tsx'

/** Charity collectibles: one work or one charity where the address names it, else the market or what is the customer's own. */
export function CollectiblesScreen({ proofSheet, ...props }: ScreenProps<Search> & { proofSheet: ReactNode }) {
  const { search } = props
  if (search.id) return <WorkPage key={search.id} id={search.id} proofSheet={proofSheet} />
  if (search.charity) return <CharityPage id={search.charity} />
  return <Overview {...props} proofSheet={proofSheet} />
}

function Overview({ search, onSearch, proofSheet }: ScreenProps<Search> & { proofSheet: ReactNode }) {
  const t = useTranslations('collectibles')
  const shown = search.show === 'mine' ? 'mine' : 'market'
  useTitle(t('title'))
  return (
    <div className="mx-auto flex max-w-content flex-col gap-5 px-gutter py-4 desktop:gap-6 desktop:py-8">
      <div className="flex flex-col gap-x-8 gap-y-4 desktop:flex-row desktop:items-start desktop:justify-between">
        <div>
          <PageTitle title={t('title')} />
          <p className="mt-2 max-w-text text-15 text-pretty text-fg2">{t('lead')}</p>
        </div>
        <CharityTotal />
      </div>
      <Tabs
        label={t('title')}
        variant="underline"
        panelId="nfts-panel"
        items={(['market', 'mine'] as const).map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={shown}
        onChange={(value) => onSearch({ show: value === 'mine' ? 'mine' : undefined, page: undefined })}
      />
      <div id="nfts-panel" role="tabpanel" aria-label={t(`tab.${shown}`)} className="flex flex-col gap-5">
        {shown === 'mine' ? <Mine proofSheet={proofSheet} /> : <Market search={search} onSearch={onSearch} />}
      </div>
    </div>
  )
}
