import type { DepositAddress } from '@evenhand/protocol/deposits.ts'
import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../lib/copy-button.tsx'
import { isolated } from '../../lib/isolated.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { isRefused } from '../../lib/problem.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { minText } from './deposit-form.ts'
import { useDepositAddress } from './use-deposits.ts'

const QrCode = lazyPart(() => import('@evenhand/ui/qr-code.tsx').then((part) => part.QrCode))

/** The least that can be sent, then where to: as a picture, as text to copy, and what goes wrong on another network. */
export function AddressPanel({ method }: { method: FundMethod }) {
  const t = useTranslations('funds')
  const common = useTranslations('common')
  const { data, error, refetch } = useDepositAddress(method)
  const { amount } = useLocalNumber()
  const { coin, network } = method
  if (!data && isRefused(error, 'parameterUnknown'))
    return <Banner variant="info">{t('deposit.notOffered', { coin, network })}</Banner>
  if (!data && error)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('deposit.addressSafe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="font-600">{t('deposit.min', { amount: amount(minText(method), coin, { minDecimals: 0 }) })}</p>
      {data ? <AddressCard depositAddress={data} method={method} /> : <Loading />}
      <Banner>{t('deposit.networkWarning', { coin, network: isolated(network) })}</Banner>
    </div>
  )
}

const Loading = () => (
  <div aria-busy="true" className="flex flex-col gap-4">
    <Skeleton className="mx-auto size-52 rounded-control" />
    <Skeleton className="h-12" />
  </div>
)

function AddressCard({ depositAddress, method }: { depositAddress: DepositAddress; method: FundMethod }) {
  const t = useTranslations('funds')
  const shown = useRef<HTMLElement>(null)
  const { coin, network } = method
  if (depositAddress.address === null) return <Banner variant="danger">{t('deposit.noAddress')}</Banner>
  return (
    <>
      {depositAddress.sandbox && <Banner variant="info">{t('deposit.sandbox')}</Banner>}
      <div className="min-h-52">
        <QrCode text={depositAddress.address} label={t('deposit.qr', { coin, network })} />
      </div>
      <div>
        <p className="mb-1.5 font-500">{t('deposit.address', { coin, network: isolated(network) })}</p>
        <div dir="ltr" className="flex items-center gap-2 rounded-control bg-sunken ps-3.5 pe-1">
          <code ref={shown} className="min-w-0 grow py-2.5 text-14 break-all">
            {depositAddress.address}
          </code>
          <CopyButton text={depositAddress.address} shown={shown} />
        </div>
      </div>
      <p className="text-13 text-fg2">
        {depositAddress.own
          ? t('deposit.own', { count: depositAddress.confirmations })
          : t('deposit.byHand', { count: depositAddress.confirmations })}
      </p>
    </>
  )
}
