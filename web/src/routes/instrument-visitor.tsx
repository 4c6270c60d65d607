import { useTranslations } from 'use-intl'
import type { ChartMark } from '../features/chart/chart-marks.ts'
import { PriceSource } from '../features/chart/price-source.tsx'
import type { MarketInfo } from '../features/chart/use-market-info.ts'
import { visitorDesk } from '../features/options/desk.ts'
import { OptionTicket } from '../features/options/option-ticket.tsx'
import { InstrumentLayout, Panel } from './instrument-layout.tsx'

const noMarks: readonly ChartMark[] = []

/** An instrument for someone who is not signed in: the whole ticket with the way to sign in, and where the price comes from. */
export function VisitorInstrument({ info, onChanged }: { info: MarketInfo; onChanged: () => void }) {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  return (
    <InstrumentLayout
      info={info}
      marks={noMarks}
      below={
        <Panel>
          <h2 className="px-4 pt-4 text-16 font-600 desktop:px-5">{t('tab.source')}</h2>
          <PriceSource info={info} />
        </Panel>
      }
      ticket={
        <OptionTicket
          item={info.item}
          terms={info.options}
          source={common(`feedKind.${info.item.feedKind}`)}
          desk={visitorDesk}
          onTermsChanged={onChanged}
        />
      }
    />
  )
}
