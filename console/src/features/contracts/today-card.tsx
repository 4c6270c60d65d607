import type { ContractRisk } from '@evenhand/protocol/contracts-console.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { CustomerLink } from '../../case/customer-link.tsx'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'

const counts = ['warnings', 'closeOuts', 'protections'] as const
const variants = { warning: 'warn', closeOut: 'danger', protection: 'accent' } as const

/** Margin calls, close-outs and negative balances since 00:00 UTC: how many, and the newest with the level they rest on. */
export function TodayCard({ today }: { today: ContractRisk['today'] }) {
  const t = useTranslations('contracts')
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 className="text-16 font-700">{t('today.title')}</h2>
        <p className="mt-1 text-13 text-fg2">{t('today.text')}</p>
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
          {counts.map((count) => (
            <div key={count}>
              <dt className="text-13 text-fg2">{t(`today.${count}`)}</dt>
              <dd className="text-20 font-700">{today[count]}</dd>
            </div>
          ))}
        </dl>
      </div>
      {today.events.length === 0 ? (
        <EmptyState title={t('today.none')} />
      ) : (
        <PlainTable
          label={t('today.title')}
          heads={[
            t('column.time'),
            t('column.what'),
            t('column.customer'),
            t('column.order'),
            t('column.code'),
            t('column.level'),
            t('column.amount'),
          ]}
          ends={[5, 6]}
          rows={today.events.map(({ is, at, customerId, orderNo, code, level, amount }) => [
            <When key="at" ms={at} seconds />,
            <Chip key="is" variant={variants[is]}>
              {t(`event.${is}`)}
            </Chip>,
            customerId === null ? '—' : <CustomerLink key="customer" id={customerId} />,
            <bdi key="order">{orderNo ?? '—'}</bdi>,
            <bdi key="code">{code ?? '—'}</bdi>,
            level === null ? '—' : <Figure key="level">{formatAmount(level, 2)}%</Figure>,
            amount === null ? '—' : <Figure key="amount">{formatAmount(amount, 2)}</Figure>,
          ])}
        />
      )}
    </Card>
  )
}
