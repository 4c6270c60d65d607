import { Chip } from '@evenhand/ui/chip.tsx'
import { formatAmount } from '@evenhand/ui/format.tsx'
import { useTranslations } from 'use-intl'
import { shortened } from '../case/copyable.tsx'
import type { Asked } from './asked.ts'

const looks = {
  PROPOSED: 'warn',
  APPROVED: 'good',
  SCHEDULED: 'accent',
  APPLIED: 'good',
  REJECTED: 'danger',
  EXPIRED: 'plain',
} as const satisfies Record<Asked['status'], string>

export function RequestStatusChip({ status }: { status: Asked['status'] }) {
  const t = useTranslations('requests')
  return <Chip look={looks[status]}>{t(`status.${status}`)}</Chip>
}

/** What a request asks for, in one line; all its values stand in the open case. */
export function useRequestLine(): (request: Pick<Asked, 'kind' | 'values'>) => string {
  const t = useTranslations('requests')
  return ({ kind, values }) => {
    const {
      operator = '',
      role = '',
      amount = '',
      asset = '',
      customerId = '',
      account = '',
      version = '',
      reference = '',
      most = '',
    } = values
    if (kind === 'params') return t('line.params', { version })
    if (kind === 'adjustment')
      return t('line.adjustment', { amount: formatAmount(amount), asset, customer: shortened(customerId, 6) })
    if (kind === 'reserve.topUp') return t('line.topUp', { amount: formatAmount(amount), asset, account })
    if (kind === 'withdrawal.limit')
      return t('line.limit', { customer: shortened(customerId, 6), most: formatAmount(most) })
    if (kind === 'customer.hold') return t('line.hold', { customer: shortened(customerId, 6), reference })
    if (kind === 'customer.release') return t('line.release', { customer: shortened(customerId, 6), reference })
    const key = {
      'role.grant': 'grant',
      'role.revoke': 'revoke',
      'operator.invite': 'invite',
      'operator.end': 'end',
    } as const
    return t(`line.${key[kind]}`, { operator, role })
  }
}
