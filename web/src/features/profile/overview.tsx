import { Button, buttonClass, IconButton } from '@evenhand/ui/button.tsx'
import { Banner, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import { toggleHiddenBalances, useHiddenBalances } from '../../lib/hidden-balances.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { BalanceCard } from './balance-card.tsx'
import { isEmpty, useBalances } from '../../lib/balances.ts'
import { LatestTransactions } from './latest-transactions.tsx'
import { VirtualReset } from './virtual-reset.tsx'

/** Who is signed in, both accounts with their balances, and the switch between them. */
export function Overview() {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const session = useSession()
  const mode = useAccountMode()
  const { data, isError, refetch } = useBalances()
  const hidden = useHiddenBalances()
  const offered = mode === 'real' && data !== undefined && isEmpty([...data.real, ...data.loan])
  return (
    <>
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <p className="truncate text-18 font-700">
            <bdi>{session?.user.username || session?.user.email}</bdi>
          </p>
          <p className="truncate text-13 text-fg3">
            <bdi dir="ltr">{session?.user.email}</bdi>
          </p>
        </div>
        <IconButton
          icon={hidden ? 'eyeOff' : 'eye'}
          label={t(hidden ? 'showBalances' : 'hideBalances')}
          aria-pressed={hidden}
          onClick={toggleHiddenBalances}
        />
      </div>
      {offered && (
        <Banner variant="info" className="items-center" action={<ModeSwitch to="virtual" />}>
          {t('offerVirtual')}
        </Banner>
      )}
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          text={t('balancesSafe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && (
        <div className="grid gap-4 desktop:grid-cols-2" aria-busy="true">
          <Skeleton className="h-52 rounded-card" />
          <Skeleton className="h-52 rounded-card" />
        </div>
      )}
      {data && (
        <div className="grid gap-4 desktop:grid-cols-2">
          <BalanceCard mode="virtual" inUse={mode === 'virtual'} balances={data.virtual} hidden={hidden}>
            {mode === 'real' && !offered && <ModeSwitch to="virtual" variant="secondary" />}
            <VirtualReset />
          </BalanceCard>
          <BalanceCard mode="real" inUse={mode === 'real'} balances={data.real} hidden={hidden}>
            {mode === 'virtual' ? <ModeSwitch to="real" variant="secondary" /> : <MoneyLinks />}
          </BalanceCard>
        </div>
      )}
      <LatestTransactions hidden={hidden} />
    </>
  )
}

/** What can be done with the money of the real account. */
function MoneyLinks() {
  const t = useTranslations('profile')
  return (
    <>
      <Link to="/profile/balance" search={{ show: 'deposit' }} className={buttonClass()}>
        {t('money.deposit')}
      </Link>
      <Link to="/profile/balance/withdraw" className={buttonClass('secondary')}>
        {t('money.withdraw')}
      </Link>
      <Link to="/profile/balance" search={{ show: 'convert' }} className={buttonClass('secondary')}>
        {t('money.convert')}
      </Link>
    </>
  )
}
