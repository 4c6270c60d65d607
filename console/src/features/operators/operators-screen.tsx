import { operatorList, proposeRole } from '@evenhand/protocol/operator-requests.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ScreenTabs } from '../../layout/screen-tabs.tsx'
import { useMay } from '../../lib/session.ts'
import { RequestQueue, type RequestSearch } from '../../requests/request-queue.tsx'
import { OperatorTable } from './operator-table.tsx'
import { RoleForm } from './role-form.tsx'

export type OperatorsSearch = RequestSearch & { tab?: 'people' | 'requests' | undefined }
type OperatorsProps = { search: OperatorsSearch; onSearch: (change: OperatorsSearch) => void }

/** Who may do what here, and what is asked to be changed about it. */
export function OperatorsScreen({ search, onSearch }: OperatorsProps) {
  const t = useTranslations('operators')
  const may = useMay()
  const [open, setOpen] = useState(false)
  const tab = search.tab ?? 'people'
  const propose = may(proposeRole) && <Button onClick={() => setOpen(true)}>{t('propose')}</Button>
  return (
    <ScreenTabs
      label={t('title')}
      items={[
        ...(may(operatorList) ? [{ value: 'people' as const, label: t('tab.people') }] : []),
        { value: 'requests' as const, label: t('tab.requests') },
      ]}
      value={tab}
      onChange={(value) => onSearch({ tab: value, id: undefined, sort: undefined, cols: undefined })}
    >
      {tab === 'people' ? (
        <OperatorTable search={search} onSearch={onSearch} propose={propose} />
      ) : (
        <RequestQueue
          label={t('tab.requests')}
          kinds={['role.grant', 'role.revoke', 'operator.invite', 'operator.end']}
          search={search}
          onSearch={onSearch}
          propose={propose}
        />
      )}
      {open && <RoleForm onClose={() => setOpen(false)} />}
    </ScreenTabs>
  )
}
