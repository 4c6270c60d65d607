import { Tabs } from '@evenhand/ui/tabs.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { ContractList } from './contract-list.tsx'
import { ContractSheet } from './contract-sheet.tsx'
import { ContractWarning } from './contract-warning.tsx'
import { PositionsPanel } from './positions-panel.tsx'

type Search = { id?: string | undefined; status?: string | undefined; page?: string | undefined }
type SectionProps = { search: Search; onSearch: (change: Partial<Search>) => void }
const statuses = ['open', 'closed'] as const

/** The contracts of the account in use: what is open or waits, and what has ended page by page; the address keeps the choice. */
export function ContractsSection({ search, onSearch }: SectionProps) {
  const t = useTranslations('contracts')
  const status = search.status === 'closed' ? 'closed' : 'open'
  const page = /^[1-9]\d{0,4}$/.test(search.page ?? '') ? Number.parseInt(search.page ?? '1', 10) : 1
  return (
    <>
      <Tabs
        label={t('list.title')}
        variant="segment"
        items={statuses.map((value) => ({ value, label: t(`list.${value}`) }))}
        value={status}
        onChange={(value) => onSearch({ status: value, page: undefined })}
        panelId="contracts-list"
      />
      <div id="contracts-list" role="tabpanel" aria-label={t(`list.${status}`)} className="flex flex-col gap-3">
        {status === 'open' ? (
          <Card>
            <PositionsPanel />
          </Card>
        ) : (
          <>
            <ContractList
              page={page}
              onPage={(next) => onSearch({ page: String(next) })}
              onOpen={(id) => onSearch({ id })}
            />
            <ContractWarning />
          </>
        )}
      </div>
      <ContractSheet id={search.id} onClose={() => onSearch({ id: undefined })} />
    </>
  )
}
