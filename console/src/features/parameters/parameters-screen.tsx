import { listRequests, proposeParams, readParams } from '@evenhand/protocol/operator-requests.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ScreenTabs } from '../../layout/screen-tabs.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { freshMs } from '../../lib/use-page.ts'
import { RequestQueue, type RequestSearch } from '../../requests/request-queue.tsx'
import { RowsState } from '../../table/rows-state.tsx'
import { TermsForm } from './terms-form.tsx'
import { Versions } from './versions.tsx'

export type ParametersSearch = RequestSearch & { tab?: 'terms' | 'requests' | undefined }
type ParametersProps = { search: ParametersSearch; onSearch: (change: ParametersSearch) => void }

/** The terms of options for everybody: in force, decided for later, and before; changed by two and a day's notice. */
export function ParametersScreen({ search, onSearch }: ParametersProps) {
  const t = useTranslations('parameters')
  const may = useMay()
  const [open, setOpen] = useState(false)
  const query = useQuery({
    queryKey: [readParams.path],
    queryFn: ({ signal }) => call(readParams, {}, signal),
    refetchInterval: freshMs,
  })
  const tab = search.tab ?? 'terms'
  const tabs = [
    { value: 'terms' as const, label: t('tab.terms') },
    ...(may(listRequests) ? [{ value: 'requests' as const, label: t('tab.requests') }] : []),
  ]
  const propose = may(proposeParams) && query.data && <Button onClick={() => setOpen(true)}>{t('propose')}</Button>
  return (
    <ScreenTabs
      label={t('title')}
      items={tabs}
      value={tab}
      onChange={(value) => onSearch({ tab: value, id: undefined })}
    >
      {tab === 'requests' ? (
        <RequestQueue
          label={t('tab.requests')}
          kinds={['params']}
          search={search}
          onSearch={onSearch}
          propose={propose}
        />
      ) : query.data ? (
        <Versions options={query.data.options} propose={propose} />
      ) : (
        <RowsState rows={{ ...query, data: undefined }} empty={null} />
      )}
      {open && query.data && <TermsForm options={query.data.options} onClose={() => setOpen(false)} />}
    </ScreenTabs>
  )
}
