import type { AccountMode } from '@evenhand/protocol/money.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import type { Balance } from '../../lib/balances.ts'

type BalanceCardProps = {
  mode: AccountMode
  inUse: boolean
  balances: readonly Balance[]
  hidden: boolean
  children?: ReactNode
}

/** One of the two accounts: what is free and what is held, per asset, and which account is in use. */
export function BalanceCard({ mode, inUse, balances, hidden, children }: BalanceCardProps) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const virtual = mode === 'virtual'
  const shown = (balance: Balance, part: 'free' | 'held') =>
    hidden ? '••••••' : formatDecimal(balance[part], { decimals: evenDecimals([balance.free, balance.held]) })
  return (
    <section
      aria-label={common(`account.${mode}`)}
      className={cx(
        'flex flex-col gap-4 rounded-card bg-surface p-5 ring-1',
        inUse ? (virtual ? 'ring-2 ring-control' : 'ring-2 ring-accent') : 'ring-line',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-16 font-700">{common(`account.${mode}`)}</h2>
        {inUse && (
          <Chip variant={virtual ? 'plain' : 'accent'} icon="check">
            {t('inUse')}
          </Chip>
        )}
      </div>
      <dl className="flex flex-col gap-3">
        {balances.map((balance) => (
          <div key={balance.asset} className="grid grid-cols-[4rem_1fr_1fr] items-baseline gap-2">
            <dt className="font-600">
              <Figure>{balance.asset.split('.')[0]}</Figure>
            </dt>
            <dd>
              <span className="block text-12 text-fg3">{t('free')}</span>
              <Figure className="text-16 font-600">{shown(balance, 'free')}</Figure>
            </dd>
            <dd>
              <span className="block text-12 text-fg3">{t('held')}</span>
              <Figure>{shown(balance, 'held')}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-fg3">{t(`note.${mode}`)}</p>
      {children && <div className="mt-auto flex flex-wrap gap-2">{children}</div>}
    </section>
  )
}
