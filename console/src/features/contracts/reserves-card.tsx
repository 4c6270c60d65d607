import type { ContractRisk } from '@evenhand/protocol/contracts-console.ts'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { PlainTable } from '../../table/plain-table.tsx'

const nameOf = { 'reserve:contracts': 'contracts', 'reserve:nbp': 'nbp' } as const

/** What the two reserves of contracts hold, and what they paid and received today. */
export function ReservesCard({ reserves }: { reserves: ContractRisk['reserves'] }) {
  const t = useTranslations('contracts')
  const figure = (text: string | null) => (text === null ? '—' : <Figure>{formatAmount(text, 2)}</Figure>)
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 className="text-16 font-700">{t('reserves.title')}</h2>
        <p className="mt-1 text-13 text-fg2">{t('reserves.text')}</p>
      </div>
      <PlainTable
        label={t('reserves.title')}
        heads={[t('column.reserve'), t('column.holds'), t('column.paid'), t('column.received'), t('column.covered')]}
        ends={[1, 2, 3, 4]}
        rows={reserves.map(({ name, holds, paid, received, covered }) => [
          t(`reserves.${nameOf[name]}`),
          figure(holds),
          figure(paid),
          figure(received),
          figure(covered),
        ])}
      />
    </Card>
  )
}
