import { proposeRole } from '@evenhand/protocol/operator-requests.ts'
import { useTranslations } from 'use-intl'
import { useRequestButton } from '../../requests/request-button.tsx'
import { RequestTabs, type RequestTabsSearch } from '../../requests/request-tabs.tsx'
import { OperatorTable } from './operator-table.tsx'
import { RoleForm } from './role-form.tsx'

type OperatorsProps = { search: RequestTabsSearch; onSearch: (change: RequestTabsSearch) => void }

/** Who may do what here, and what is requested to be changed about it. */
export function OperatorsScreen({ search, onSearch }: OperatorsProps) {
  const t = useTranslations('operators')
  const { button, isOpen, close } = useRequestButton(proposeRole, t('propose'))
  return (
    <>
      <RequestTabs
        label={t('title')}
        now={{
          label: t('tab.people'),
          content: <OperatorTable search={search} onSearch={onSearch} propose={button} />,
        }}
        requests={{
          label: t('tab.requests'),
          kinds: ['role.grant', 'role.revoke', 'operator.invite', 'operator.end', 'operator.networks'],
          button,
        }}
        search={search}
        onSearch={onSearch}
      />
      {isOpen && <RoleForm onClose={close} />}
    </>
  )
}
