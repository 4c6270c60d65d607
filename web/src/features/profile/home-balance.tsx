import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { freeUsdt, loanMoney, useBalances } from '../../lib/balances.ts'
import { Amount, Figure } from '../../lib/format.tsx'
import { hiddenText, useHiddenBalances } from '../../lib/hidden-balances.ts'
import { useAccountMode } from '../../lib/session.ts'

/** What can be used now of the account in use, and the next step with it. */
export function HomeBalance() {
  const t = useTranslations('profile')
  const mode = useAccountMode()
  const hidden = useHiddenBalances()
  const { data } = useBalances()
  const lent = mode === 'real' && !hidden ? loanMoney(data) : undefined
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="max-w-full">
        <p className="flex flex-wrap items-center gap-2 text-13 text-fg2">
          {t('free')} <ModeChip mode={mode} />
        </p>
        {data === undefined ? (
          <Skeleton className="mt-1 h-7 w-36" />
        ) : hidden ? (
          <Figure className="text-20 font-700">{hiddenText}</Figure>
        ) : (
          <Amount text={freeUsdt(data[mode])} className="text-20 font-700" />
        )}
        {lent !== undefined && (
          <p className="text-13 text-fg2">
            {t('loanMoney')} <Amount text={lent} />
          </p>
        )}
      </div>
      {mode === 'real' ? (
        <div className="flex flex-wrap justify-end gap-2 mobile:grow">
          <Link to="/profile/balance" search={{ show: 'deposit' }} className={`${buttonClass()} grow`}>
            {t('money.deposit')}
          </Link>
          <Link to="/profile/balance/withdraw" className={`${buttonClass('secondary')} grow`}>
            {t('money.withdraw')}
          </Link>
        </div>
      ) : (
        <Link to="/profile/transactions" search={{}} className={buttonClass('secondary')}>
          {t('page.transactions')}
        </Link>
      )}
    </Card>
  )
}
