import { fundMethods, type FundMethod } from '@evenhand/protocol/funds.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { WayPicker } from '../../layout/way-picker.tsx'
import { AddressPanel } from './address-panel.tsx'
import { DepositFields } from './deposit-fields.tsx'
import { readDraft } from './kept-draft.ts'
import { IdentityNote } from './identity-note.tsx'
import { StepHeading } from './step-heading.tsx'
import { StoppedBanner } from './stopped-banner.tsx'
import { useDepositAddress } from './use-deposits.ts'

const [usual] = fundMethods as readonly [FundMethod, ...FundMethod[]]

/** Coin and network, where to send, then what was sent; while deposits of the coin are stopped, that alone. `onSubmitted` shows the customer what became of it. */
export function DepositCard({ onSubmitted }: { onSubmitted: () => void }) {
  const t = useTranslations('funds')
  const [method, setMethod] = useState(() => readDraft()?.method ?? usual)
  const stopped = useDepositAddress(method).data?.stopped === true
  return (
    <Card className="flex flex-col gap-6 p-5">
      <h2 className="text-18 font-700">{t('deposit.title')}</h2>
      <IdentityNote method={method} />
      <section className="flex flex-col gap-4">
        <StepHeading number={1}>{t('deposit.step1')}</StepHeading>
        <WayPicker
          method={method}
          onPick={setMethod}
          labels={{ coin: t('deposit.coin'), network: t('deposit.network') }}
          className="flex flex-col gap-4"
        />
      </section>
      {stopped && <StoppedBanner method={method} />}
      <section className={stopped ? 'hidden' : 'flex flex-col gap-4'}>
        <StepHeading number={2}>{t('deposit.step2')}</StepHeading>
        <AddressPanel key={method.method} method={method} />
      </section>
      {/* Hidden and not taken away: what was typed is there when deposits go on. */}
      <section className={stopped ? 'hidden' : 'flex flex-col gap-4'}>
        <StepHeading number={3}>{t('deposit.step3')}</StepHeading>
        <DepositFields method={method} onSubmitted={onSubmitted} />
      </section>
    </Card>
  )
}
