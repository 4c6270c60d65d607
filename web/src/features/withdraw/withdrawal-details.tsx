import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../lib/copy-button.tsx'
import { Amount, Figure } from '../../lib/format.tsx'
import { TermRow } from './quote-terms.tsx'
import { WholeAddress } from './whole-address.tsx'
import { isUnpaid } from './withdrawal-steps.ts'

/** What was requested, and under which number the network knows it. */
export function WithdrawalDetails({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('withdraw')
  const txid = useRef<HTMLElement>(null)
  const { coin, network, orderNo } = withdrawal
  return (
    <div className="flex flex-col gap-1.5 rounded-control bg-sunken p-3.5 text-13">
      <dl className="flex flex-col gap-1.5">
        <TermRow label={t('list.number')}>
          <Figure>{orderNo}</Figure>
        </TermRow>
        <TermRow label={t('network')}>
          <Figure>{network}</Figure>
        </TermRow>
        <div className="flex flex-col gap-1">
          <dt className="text-fg2">{t('list.to')}</dt>
          <dd>
            <WholeAddress address={withdrawal.addressSnapshot} />
          </dd>
        </div>
        {withdrawal.memo !== undefined && (
          <TermRow label={t('address.memo')}>
            <Figure className="wrap-anywhere">{withdrawal.memo}</Figure>
          </TermRow>
        )}
        <TermRow label={t('amount.label')}>
          <Amount text={withdrawal.amount} asset={coin} />
        </TermRow>
        {!isUnpaid(withdrawal) && (
          <>
            <TermRow label={t('terms.fee')}>
              <Amount text={withdrawal.fee} asset={coin} />
            </TermRow>
            <TermRow label={t('terms.net')}>
              <Amount text={withdrawal.netAmount} asset={coin} />
            </TermRow>
          </>
        )}
        {withdrawal.txid !== undefined && (
          <div className="flex flex-col">
            <dt className="text-fg2">{t('list.txid')}</dt>
            <dd dir="ltr" className="flex max-w-full items-center gap-1 self-start">
              <code ref={txid} className="min-w-0 grow break-all">
                {withdrawal.txid}
              </code>
              <CopyButton text={withdrawal.txid} shown={txid} />
            </dd>
          </div>
        )}
      </dl>
      {withdrawal.txid?.startsWith('sandbox-') === true && <p className="text-12 text-fg2">{t('list.sandbox')}</p>}
    </div>
  )
}
