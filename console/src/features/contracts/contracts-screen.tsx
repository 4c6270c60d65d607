import { contractRisk } from '@evenhand/protocol/contracts-console.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'
import { When } from '../../lib/when.tsx'
import { Page } from '../../layout/page.tsx'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { RowsState } from '../../table/rows-state.tsx'
import { AccountsCard } from './accounts-card.tsx'
import { ExposureCard } from './exposure-card.tsx'
import { ReservesCard } from './reserves-card.tsx'
import { TodayCard } from './today-card.tsx'

type ContractsProps = {
  search: { mode?: 'virtual' | undefined }
  onSearch: (change: { mode?: 'virtual' | undefined }) => void
}

/** Exposure of contracts beside its limits, the largest accounts, today's margin calls and close-outs, and the reserves. */
export function ContractsScreen({ search, onSearch }: ContractsProps) {
  const t = useTranslations('contracts')
  const mode = search.mode ?? 'real'
  const query = useQuery({
    queryKey: [contractRisk.path, mode],
    queryFn: ({ signal }) => call(contractRisk, { mode }, signal),
    refetchInterval: freshMs,
  })
  const { data } = query
  return (
    <Page>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilterSelect
          label={t('mode')}
          usual="real"
          others={['virtual'] as const}
          value={search.mode}
          word={(value) => t(`account.${value}`)}
          onChoose={(chosen) => onSearch({ mode: chosen })}
        />
        {data && (
          <p className="text-13 text-fg2">
            {t('asOf')} <When ms={data.at} seconds />
          </p>
        )}
      </div>
      {data === undefined ? (
        <RowsState rows={query} empty={null} />
      ) : (
        <>
          <ExposureCard exposure={data.exposure} limits={data.limits} version={data.version} />
          <AccountsCard accounts={data.accounts} />
          <TodayCard today={data.today} />
          <ReservesCard reserves={data.reserves} />
        </>
      )}
    </Page>
  )
}
