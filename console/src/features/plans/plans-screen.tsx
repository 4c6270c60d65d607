import { listPlans } from '@evenhand/protocol/plans-console.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Page } from '../../layout/page.tsx'
import { call } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'
import { When } from '../../lib/when.tsx'
import { RequestTabs, type RequestTabsSearch } from '../../requests/request-tabs.tsx'
import { RowsState } from '../../table/rows-state.tsx'
import { ProductsCard } from './products-card.tsx'
import { YieldReserveCard } from './yield-reserve-card.tsx'

type PlansProps = { search: RequestTabsSearch; onSearch: (change: RequestTabsSearch) => void }

/** Products of plans and the reserve that pays their yields, and beside them what two propose about products. */
export function PlansScreen({ search, onSearch }: PlansProps) {
  const t = useTranslations('plans')
  return (
    <RequestTabs
      label={t('title')}
      now={{ label: t('tab.now'), content: <Offered /> }}
      requests={{ label: t('tab.requests'), kinds: ['plan.product', 'plan.state'] }}
      search={search}
      onSearch={onSearch}
    />
  )
}

function Offered() {
  const t = useTranslations('plans')
  const query = useQuery({
    queryKey: [listPlans.path],
    queryFn: ({ signal }) => call(listPlans, {}, signal),
    refetchInterval: freshMs,
  })
  const { data } = query
  return (
    <Page>
      {data === undefined ? (
        <RowsState rows={query} empty={null} />
      ) : (
        <>
          <p className="text-13 text-fg2">
            {t('asOf')} <When ms={data.at} seconds />
          </p>
          <YieldReserveCard reserve={data.reserve} lagMs={data.lagMs} />
          <ProductsCard products={data.products} />
        </>
      )}
    </Page>
  )
}
