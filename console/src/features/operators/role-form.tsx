import { proposeRole } from '@evenhand/protocol/operator-requests.ts'
import { operatorRoles, type OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useFeatures } from '../../lib/feature.ts'
import { rolesWithWork } from '../../lib/roles-with-work.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { isNetworkList, networksValue, NetworksField } from './networks-field.tsx'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'

const kinds = ['operator.invite', 'role.grant', 'role.revoke', 'operator.networks', 'operator.end'] as const
const kindTexts = {
  'operator.invite': 'invite',
  'role.grant': 'grant',
  'role.revoke': 'revoke',
  'operator.networks': 'networks',
  'operator.end': 'end',
} as const

function useRoleForm() {
  const [kind, setKind] = useDraftOf<(typeof kinds)[number]>('kind', 'operator.invite')
  const [operator, setOperator] = useDraftOf('operator', '')
  const [email, setEmail] = useDraftOf('email', '')
  const [networks, setNetworks] = useDraftOf('networks', '')
  const [role, setRole] = useDraftOf<OperatorRole>('role', 'support')
  const invites = kind === 'operator.invite'
  const restricts = kind === 'operator.networks'
  const hasRole = kind !== 'operator.end' && !restricts
  const isName = /^[a-z0-9][a-z0-9._-]{2,39}$/.test(operator)
  const isAddress = !invites || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)
  const isWhole = isName && isAddress && (!restricts || isNetworkList(networks))
  const values = {
    operator,
    ...(hasRole ? { role } : {}),
    ...(invites ? { email } : {}),
    ...(restricts ? { networks: networksValue(networks) } : {}),
  }
  const fields = {
    kind,
    operator,
    email,
    networks,
    role,
    invites,
    restricts,
    hasRole,
    isName,
    isAddress,
    isWhole,
    values,
  }
  return { ...fields, setKind, setOperator, setEmail, setNetworks, setRole }
}

/** Proposes a change about an operator; a second administrator decides. */
export function RoleForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('operators')
  const common = useTranslations('common')
  const { screens } = useFeatures()
  const requests = useTranslations('requests')
  const form = useRoleForm()
  const { kind, operator, email, networks, role, invites, restricts, hasRole, isName, isAddress, values } = form
  return (
    <ProposalDialog
      title={t('propose')}
      kind={kind}
      values={form.isWhole ? values : undefined}
      effect={requests('effect.proposes')}
      submit={(signed) => call(proposeRole, { kind, ...values, ...signed })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Select
            label={t('kind')}
            value={kind}
            options={kinds.map((value) => ({ value, label: t(`kindOf.${kindTexts[value]}`) }))}
            onChange={({ target }) => form.setKind(target.value as typeof kind)}
          />
          <TextField
            label={t('column.name')}
            value={operator}
            error={tried && !isName && t('nameWrong')}
            hint={t('nameHint')}
            onChange={({ target }) => form.setOperator(target.value.trim())}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
          {invites && (
            <TextField
              label={t('email')}
              value={email}
              error={tried && !isAddress && t('emailWrong')}
              hint={t('emailHint')}
              onChange={({ target }) => form.setEmail(target.value.trim())}
              type="email"
              autoComplete="off"
              maxLength={254}
              dir="ltr"
            />
          )}
          {restricts && <NetworksField value={networks} tried={tried} onValue={form.setNetworks} />}
          {hasRole && (
            <Select
              label={t('role')}
              value={role}
              hint={t('roleHint')}
              options={(kind === 'role.revoke' ? operatorRoles : rolesWithWork(screens)).map((value) => ({
                value,
                label: common(`role.${value}`),
              }))}
              onChange={({ target }) => form.setRole(target.value as OperatorRole)}
            />
          )}
        </>
      )}
    </ProposalDialog>
  )
}
