import type { Deposit } from '@evenhand/protocol/deposits.ts'
import { useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../lib/copy-button.tsx'
import { Amount, Figure } from '../../lib/format.tsx'

/** What was claimed of a deposit, and what arrived. */
export function DepositDetails({ deposit }: { deposit: Deposit }) {
  const t = useTranslations('funds')
  const hash = useRef<HTMLElement>(null)
  return (
    <dl className="flex flex-col gap-1.5 rounded-control bg-sunken p-3.5 text-13">
      <Line label={t('list.number')}>
        <Figure>{deposit.orderNo}</Figure>
      </Line>
      <Line label={t('list.sent')}>
        <Amount text={deposit.amount} asset={deposit.coin} />
      </Line>
      {deposit.creditedAmount !== undefined && (
        <Line label={t('list.credited')}>
          <Amount text={deposit.creditedAmount} asset={deposit.coin} />
        </Line>
      )}
      <Line label={t('list.last6')}>
        <Figure>{deposit.last6}</Figure>
      </Line>
      {deposit.txHash !== '' && (
        <div className="flex flex-col">
          <dt className="text-fg2">{t('list.hash')}</dt>
          <dd dir="ltr" className="flex max-w-full items-center gap-1 self-start">
            <code ref={hash} className="min-w-0 grow break-all">
              {deposit.txHash}
            </code>
            <CopyButton text={deposit.txHash} shown={hash} />
          </dd>
        </div>
      )}
    </dl>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="shrink-0 text-fg2">{label}</dt>
    <dd className="min-w-0 text-end">{children}</dd>
  </div>
)
