import type { FundMethod } from '@evenhand/protocol/funds.ts'
import type { WithdrawalQuote } from '@evenhand/protocol/withdrawals.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner, Skeleton } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { useSecondsLeft } from '../../feed/use-seconds-left.ts'
import type { useQuote } from './use-quote.ts'

/** One line of what a withdrawal comes to. */
export const TermRow = ({
  label,
  strong = false,
  children,
}: {
  label: string
  strong?: boolean
  children: ReactNode
}) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-fg2">{label}</dt>
    <dd className={strong ? 'flex items-baseline gap-2 text-16 font-700' : 'flex items-baseline gap-2 font-500'}>
      {children}
    </dd>
  </div>
)

type RowsProps = { coin: string; quote: WithdrawalQuote; before: WithdrawalQuote | undefined }

/** Fee and what arrives; where the terms have changed, what they were before. */
export function FeeAndNet({ coin, quote, before }: RowsProps) {
  const t = useTranslations('withdraw')
  const was = (name: 'fee' | 'net') =>
    before !== undefined &&
    before[name] !== quote[name] && (
      <s className="text-12 font-500 text-fg2">
        <span className="sr-only">{t('terms.was')} </span>
        <Amount text={before[name]} asset={coin} />
      </s>
    )
  return (
    <>
      <TermRow label={t('terms.fee')}>
        <Amount text={quote.fee} asset={coin} />
        {was('fee')}
      </TermRow>
      <TermRow label={t('terms.net')} strong>
        <Amount text={quote.net} asset={coin} />
        {was('net')}
      </TermRow>
    </>
  )
}

/** How long the terms still hold, or the way to new ones. */
export function QuoteClock({ quote, onAgain, busy }: { quote: WithdrawalQuote; onAgain: () => void; busy: boolean }) {
  const t = useTranslations('withdraw')
  const left = useSecondsLeft(quote.expiresAt)
  if (left > 0) {
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    return <p className="text-13 text-fg2">{t('terms.hold', { time })}</p>
  }
  return (
    <Banner
      action={
        <Button variant="secondary" size="small" busy={busy} onClick={onAgain}>
          {t('terms.again')}
        </Button>
      }
    >
      {t('terms.ended')}
    </Banner>
  )
}

type TermsProps = { method: FundMethod; quoting: ReturnType<typeof useQuote>; children: ReactNode }

/** What the withdrawal comes to, before anything is confirmed. */
export function QuoteTerms({ method: { coin }, quoting: { quote, before, again, isFetching }, children }: TermsProps) {
  const t = useTranslations('withdraw')
  return (
    <div className="flex flex-col gap-3 rounded-control bg-sunken p-4 text-13">
      {quote === undefined && !isFetching && <p className="text-fg2">{t('terms.later')}</p>}
      {quote === undefined && isFetching && <Skeleton className="h-12" />}
      {quote && (
        <dl className="flex flex-col gap-1.5">
          <FeeAndNet coin={coin} quote={quote} before={before} />
        </dl>
      )}
      <p className="text-fg2">{t('terms.rule')}</p>
      {quote && <QuoteClock quote={quote} onAgain={again} busy={isFetching} />}
      {children}
    </div>
  )
}
