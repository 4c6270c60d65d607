import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../layout/page-title.tsx'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import type { ScreenProps } from '../../lib/feature.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { useWhen } from '../../lib/use-when.ts'
import { LimitMeter } from './limit-meter.tsx'
import { LoanCalculator } from './loan-calculator.tsx'
import { useLoanProducts } from './loans-query.ts'
import type { Offer } from './offer.ts'
import { ProductTable } from './product-table.tsx'

type Search = { days?: string | undefined; amount?: string | undefined }

/** Loans: what may be borrowed, what an amount costs, and all terms beside each other. */
export function LoanScreen({ search, onSearch }: ScreenProps<Search>) {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const { data, isError, refetch } = useLoanProducts()
  const signedIn = useSession() !== undefined
  return (
    <div className="mx-auto flex max-w-content flex-col gap-6 px-gutter py-4 desktop:py-8">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <PageTitle title={t('title')} inBar />
          <p className="desktop:mt-2 max-w-text text-15 text-fg2">{t('lead')}</p>
        </div>
        {signedIn && (
          <Link to="/loan/account" className={buttonClass('secondary')}>
            {t('account.title')}
          </Link>
        )}
      </div>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          text={t('safe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && <Skeleton className="h-120 rounded-card" />}
      {data && (
        <>
          <CallerNote offer={data} />
          <div className="grid items-start gap-4 desktop:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
            <LoanCalculator offer={data} search={search} onSearch={onSearch} />
            <LimitMeter offer={data} />
          </div>
          <ProductTable offer={data} onChoose={(days) => onSearch({ days: String(days) })} />
        </>
      )}
    </div>
  )
}

/** The one thing that stands in this customer's way, and what to do about it. */
function CallerNote({ offer: { caller } }: { offer: Offer }) {
  const t = useTranslations('loans')
  const codes = useTranslations('codes')
  const when = useWhen()
  const mode = useAccountMode()
  if (!caller) return null
  const link = (to: '/loan/account' | '/loan/verification', text: string) => (
    <Link to={to} className="font-600 text-inherit underline">
      {text}
    </Link>
  )
  if (mode === 'virtual')
    return (
      <Banner variant="info" action={<ModeSwitch to="real" />}>
        {codes('realAccountNeeded')}
      </Banner>
    )
  if (!caller.isOffered) return <Banner>{t('note.notOffered')}</Banner>
  if (!caller.isVerified)
    return (
      <Banner action={link('/loan/verification', t('note.verify'))}>
        {caller.identityStatus === null
          ? codes('notVerifiedYet')
          : codes('verificationNotValid', { status: caller.identityStatus })}
      </Banner>
    )
  if (caller.openLoanId !== null)
    return (
      <Banner variant="info" action={link('/loan/account', t('note.look'))}>
        {t('note.open')}
      </Banner>
    )
  if (caller.mayApplyAt !== null) return <Banner>{t('note.again', { time: when(caller.mayApplyAt) })}</Banner>
  return null
}
