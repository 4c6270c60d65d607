import { proposeParams, readParams } from '@evenhand/protocol/operator-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'
import { useRequestButton } from '../../requests/request-button.tsx'
import { RequestTabs, type RequestTabsSearch } from '../../requests/request-tabs.tsx'
import { RowsState } from '../../table/rows-state.tsx'
import { Page } from '../../layout/page.tsx'
import { Caps } from './caps.tsx'
import { ContractTerms } from './contract-terms.tsx'
import { ResaleSwitch } from './resale-switch.tsx'
import { TermsForm } from './terms-form.tsx'
import { Versions } from './versions.tsx'

type ParametersProps = { search: RequestTabsSearch; onSearch: (change: RequestTabsSearch) => void }

/** The terms of options and contracts, and caps, for all customers: in force, decided for later, and before; changed by two and a day's notice. */
export function ParametersScreen({ search, onSearch }: ParametersProps) {
  const t = useTranslations('parameters')
  const query = useQuery({
    queryKey: [readParams.path],
    queryFn: ({ signal }) => call(readParams, {}, signal),
    refetchInterval: freshMs,
  })
  const options = query.data?.options
  const proposing = useRequestButton(proposeParams, t('propose'))
  const button = options && proposing.button
  const content = query.data ? (
    <Page>
      <Versions options={query.data.options} propose={button} />
      <ContractTerms contracts={query.data.contracts} />
      <Caps name="adjustments" caps={query.data.adjustments} />
      <Caps name="credits" caps={query.data.credits} />
      <ResaleSwitch resale={query.data.resale} />
    </Page>
  ) : (
    <RowsState rows={{ ...query, data: undefined }} empty={null} />
  )
  return (
    <>
      <RequestTabs
        label={t('title')}
        now={{ label: t('tab.terms'), content }}
        requests={{ label: t('tab.requests'), kinds: ['params'], button }}
        search={search}
        onSearch={onSearch}
      />
      {proposing.isOpen && options && <TermsForm options={options} onClose={proposing.close} />}
    </>
  )
}
