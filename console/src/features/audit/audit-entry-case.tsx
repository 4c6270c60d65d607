import { EmptyState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { Copyable } from '../../case/copyable.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { useActionText, useReasonText } from '../../lib/action-text.ts'
import { When } from '../../lib/when.tsx'
import type { CaseProps } from '../../queue/queue-screen.tsx'
import type { AuditEntry } from './audit-screen.tsx'
import { changedValues } from './changed-values.ts'

/** One audit entry whole: who, when, why, and what was before and after it. */
export function AuditEntryCase({ row, onClose }: CaseProps<AuditEntry>) {
  const t = useTranslations('audit')
  const common = useTranslations('common')
  const actionText = useActionText()
  const reasonText = useReasonText()
  if (!row)
    return (
      <CaseFrame title={t('gone')} marks={null} onClose={onClose}>
        <EmptyState title={t('gone')} />
      </CaseFrame>
    )
  const values = changedValues(row.before, row.after)
  return (
    <CaseFrame title={actionText(row.act)} marks={null} onClose={onClose}>
      <Part title={t('part.act')}>
        <Facts
          items={[
            [t('column.act'), <Copyable key="act" text={row.act} />],
            [t('column.operator'), <bdi key="operator">{row.operator}</bdi>],
            [t('roles'), row.roles.map((role) => common(`role.${role}` as 'role.risk')).join(' · ')],
            [t('column.at'), <When key="at" ms={row.at} seconds />],
            [t('column.subject'), <Copyable key="subject" text={row.subject} />],
            [t('customer'), row.customerId && <Copyable text={row.customerId} />],
            [t('column.reason'), <bdi key="reason">{reasonText(row.reason)}</bdi>],
            [t('column.record'), row.record === null ? t('notSealed') : String(row.record)],
          ]}
        />
      </Part>
      <Part title={t('part.change')}>
        {values.length === 0 && <p className="text-13 text-fg2">{t('noChange')}</p>}
        <dl className="flex flex-col gap-2 text-13">
          {values.map(({ name, before, after }) => (
            <div key={name}>
              <dt className="text-fg2">
                <bdi dir="ltr">{name}</bdi>
              </dt>
              <dd dir="ltr" className="font-mono break-all">
                {before !== undefined && <del className="text-fg3">{before}</del>}
                {before !== undefined && after !== undefined && ' → '}
                {after !== undefined && <ins className="no-underline">{after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      </Part>
    </CaseFrame>
  )
}
