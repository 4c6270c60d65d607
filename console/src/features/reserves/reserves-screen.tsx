import { reserves } from '@evenhand/protocol/operator-result.ts'
import { proposeTopUp } from '@evenhand/protocol/reserve-top-ups.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'
import { useRequestButton } from '../../requests/request-button.tsx'
import { RequestTabs, type RequestTabsSearch } from '../../requests/request-tabs.tsx'
import { Holdings } from './holdings.tsx'
import { TopUpForm } from './top-up-form.tsx'

type ReservesProps = { search: RequestTabsSearch; onSearch: (change: RequestTabsSearch) => void }

/** What the house holds, whether it covers what customers own, and what is requested to be put in. */
export function ReservesScreen({ search, onSearch }: ReservesProps) {
  const t = useTranslations('reserves')
  const query = useQuery({
    queryKey: [reserves.path],
    queryFn: ({ signal }) => call(reserves, {}, signal),
    refetchInterval: freshMs,
  })
  const { button, isOpen, close } = useRequestButton(proposeTopUp, t('propose'))
  return (
    <>
      <RequestTabs
        label={t('title')}
        now={{ label: t('tab.holdings'), content: <Holdings query={query} propose={button} /> }}
        requests={{ label: t('tab.requests'), kinds: ['reserve.topUp'], button }}
        search={search}
        onSearch={onSearch}
      />
      {isOpen && <TopUpForm onClose={close} />}
    </>
  )
}
