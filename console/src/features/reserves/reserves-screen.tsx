import { reserves } from '@evenhand/protocol/operator-house.ts'
import { listRequests, proposeTopUp } from '@evenhand/protocol/operator-requests.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ScreenTabs } from '../../layout/screen-tabs.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { freshMs } from '../../lib/use-page.ts'
import { RequestQueue, type RequestSearch } from '../../requests/request-queue.tsx'
import { Holdings } from './holdings.tsx'
import { TopUpForm } from './top-up-form.tsx'

export type ReservesSearch = RequestSearch & { tab?: 'holdings' | 'requests' | undefined }
type ReservesProps = { search: ReservesSearch; onSearch: (change: ReservesSearch) => void }

/** What the house holds, whether it covers what customers own, and what is asked to be put in. */
export function ReservesScreen({ search, onSearch }: ReservesProps) {
  const t = useTranslations('reserves')
  const may = useMay()
  const [open, setOpen] = useState(false)
  const query = useQuery({
    queryKey: [reserves.path],
    queryFn: ({ signal }) => call(reserves, {}, signal),
    refetchInterval: freshMs,
  })
  const propose = may(proposeTopUp) && <Button onClick={() => setOpen(true)}>{t('propose')}</Button>
  const tab = search.tab ?? 'holdings'
  const tabs = [
    { value: 'holdings' as const, label: t('tab.holdings') },
    ...(may(listRequests) ? [{ value: 'requests' as const, label: t('tab.requests') }] : []),
  ]
  return (
    <ScreenTabs
      label={t('title')}
      items={tabs}
      value={tab}
      onChange={(value) => onSearch({ tab: value, id: undefined })}
    >
      {tab === 'holdings' ? (
        <Holdings query={query} propose={propose} />
      ) : (
        <RequestQueue
          label={t('tab.requests')}
          kinds={['reserve.topUp']}
          search={search}
          onSearch={onSearch}
          propose={propose}
        />
      )}
      {open && <TopUpForm onClose={() => setOpen(false)} />}
    </ScreenTabs>
  )
}
