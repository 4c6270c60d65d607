import { proposeRole } from '@evenhand/protocol/operator-requests.ts'
import { operatorRoles, type OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'

const kinds = ['operator.invite', 'role.grant', 'role.revoke', 'operator.end'] as const
const kindTexts = {
  'operator.invite': 'invite',
  'role.grant': 'grant',
  'role.revoke': 'revoke',
  'operator.end': 'end',
} as const

/** Proposes a change about an operator; a second administrator decides. */
export function RoleForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('operators')
  const common = useTranslations('common')
  const requests = useTranslations('requests')
  const [kind, setKind] = useState<(typeof kinds)[number]>('operator.invite')
  const [operator, setOperator] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OperatorRole>('support')
  const isName = /^[a-z0-9][a-z0-9._-]{2,39}$/.test(operator)
  const invites = kind === 'operator.invite'
  const isAddress = !invites || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)
  const values = { operator, ...(kind === 'operator.end' ? {} : { role }), ...(invites ? { email } : {}) }
  return (
    <ProposalDialog
      title={t('propose')}
      kind={kind}
      values={isName && isAddress ? values : undefined}
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
            onChange={({ target }) => setKind(target.value as typeof kind)}
          />
          <TextField
            label={t('column.name')}
            value={operator}
            error={tried && !isName && t('nameWrong')}
            hint={t('nameHint')}
            onChange={({ target }) => setOperator(target.value.trim())}
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
              onChange={({ target }) => setEmail(target.value.trim())}
              type="email"
              autoComplete="off"
              maxLength={254}
              dir="ltr"
            />
          )}
          {kind !== 'operator.end' && (
            <Select
              label={t('role')}
              value={role}
              hint={t('roleHint')}
              options={operatorRoles.map((value) => ({ value, label: common(`role.${value}`) }))}
              onChange={({ target }) => setRole(target.value as OperatorRole)}
            />
          )}
        </>
      )}
    </ProposalDialog>
  )
}
