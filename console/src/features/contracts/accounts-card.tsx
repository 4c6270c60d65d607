import type { ContractRisk, LargeAccount } from '@evenhand/protocol/contracts-console.ts'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { CustomerLink } from '../../case/customer-link.tsx'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { PlainTable } from '../../table/plain-table.tsx'
import { ShareBar } from '../../table/share-bar.tsx'
import { largestOf, shareOf } from '../../table/share.ts'

const lists = [
  ['byNotional', 'notional'],
  ['byLoss', 'mayLose'],
] as const

/** The largest accounts by what they have open, and by what they may lose, each drawn against the first of its list. */
export function AccountsCard({ accounts }: { accounts: ContractRisk['accounts'] }) {
  const t = useTranslations('contracts')
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 className="text-16 font-700">{t('accounts.title')}</h2>
        <p className="mt-1 text-13 text-fg2">{t('accounts.text')}</p>
      </div>
      {accounts.byNotional.length === 0 ? (
        <EmptyState title={t('accounts.none')} />
      ) : (
        <div className="flex flex-col gap-4">
          {lists.map(([list, by]) => (
            <Accounts key={list} list={list} by={by} accounts={accounts[list]} />
          ))}
        </div>
      )}
    </Card>
  )
}

type AccountsProps = { list: 'byNotional' | 'byLoss'; by: 'notional' | 'mayLose'; accounts: readonly LargeAccount[] }

function Accounts({ list, by, accounts }: AccountsProps) {
  const t = useTranslations('contracts')
  const { amount } = useLocalNumber()
  const largest = largestOf(accounts.map((one) => one[by]))
  const figure = (text: string) => <Figure>{formatAmount(text, 2)}</Figure>
  return (
    <section className="min-w-0">
      <h3 className="px-4 pb-2 text-13 font-700">{t(`accounts.${list}`)}</h3>
      <PlainTable
        label={t(`accounts.${list}`)}
        heads={[
          t('column.customer'),
          t(`column.${by}`),
          t('column.share'),
          t(by === 'notional' ? 'column.mayLose' : 'column.notional'),
          t('column.profit'),
          t('column.level'),
        ]}
        ends={[1, 3, 4, 5]}
        rows={accounts.map((one, at) => [
          one.customerId === null ? '—' : <CustomerLink key="customer" id={one.customerId} />,
          figure(one[by]),
          <ShareBar
            key="share"
            slim
            label={t('accounts.bar', { place: at + 1 })}
            words={amount(one[by])}
            parts={[{ share: shareOf(one[by], largest), fill: 'bg-accent' }]}
          />,
          figure(one[by === 'notional' ? 'mayLose' : 'notional']),
          figure(one.profit),
          one.level === null ? '—' : <Figure key="level">{formatAmount(one.level, 0)}%</Figure>,
        ])}
      />
    </section>
  )
}
