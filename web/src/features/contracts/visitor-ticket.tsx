import { termsOf } from '@evenhand/proofs/contracts/terms.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SignInLinks } from '../../layout/sign-in-links.tsx'
import { TicketBar, TicketCard } from '../../layout/ticket-frame.tsx'
import { Dot } from '../../lib/dot.tsx'
import { Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'
import { useLayout } from '../../lib/settings.ts'
import { instrumentOf, type Facts } from './contract-live.ts'
import { ContractWarning } from './contract-warning.tsx'
import { Row } from './ticket-costs.tsx'

/** Millionths as per cent. */
const percentOf = (ppm: bigint): string => formatUnits(ppm, 4)

/** What contracts on an instrument are, to a visitor: terms, what signing in adds, and the way to it. */
export function VisitorContractTicket({ facts, products }: { facts: Facts; products: ReactNode }) {
  const t = useTranslations('contracts')
  const mobile = useLayout() === 'mobile'
  const { leverages, feePpm, financingPpm } = termsOf(instrumentOf(facts, 10))
  const decimals = evenDecimals([feePpm, financingPpm].map(percentOf))
  const percent = (ppm: bigint): string => `${formatDecimal(percentOf(ppm), { decimals })}%`
  const terms = (
    <dl className="flex flex-col gap-1 rounded-control bg-sunken px-4 py-3 text-13">
      <Row name={t('ticket.leverage')}>
        <Figure>{leverages.map((one) => `${one}×`).join(' ')}</Figure>
      </Row>
      <Row name={t('cost.feeOpen')}>
        <Figure>{percent(feePpm)}</Figure>
      </Row>
      <Row name={t('cost.feeClose')}>
        <Figure>{percent(feePpm)}</Figure>
      </Row>
      {financingPpm > 0n && (
        <Row
          name={
            <>
              {t('figure.financing')}
              <Dot />
              {t('cost.night')}
            </>
          }
        >
          <Figure>{percent(financingPpm)}</Figure>
        </Row>
      )}
    </dl>
  )
  if (mobile)
    return (
      <TicketBar products={products}>
        <p className="mb-1 text-13 font-600">
          {t('ticket.leverage')} <Figure>{leverages.at(-1)}×</Figure>
          <Dot />
          {t('cost.feeOpen')} <Figure>{formatAmount(percentOf(feePpm))}%</Figure>
        </p>
        <div className="mb-2">
          <ContractWarning short />
        </div>
        <SignInLinks />
      </TicketBar>
    )
  return (
    <TicketCard title={products}>
      <div className="flex flex-col gap-3">
        {terms}
        <p className="text-13 text-fg2">{t('visitor.text')}</p>
        <SignInLinks />
        <ContractWarning />
      </div>
    </TicketCard>
  )
}
