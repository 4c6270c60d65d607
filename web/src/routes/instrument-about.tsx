import { InstrumentInfo } from '../features/chart/instrument-info.tsx'
import { ScreenHelp } from '../layout/screen-help.tsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import type { MarketInfo } from '../features/chart/use-market-info.ts'

const PriceMaking = lazyPart(async () => (await import('../features/chart/price-making.tsx')).PriceMaking)

type AboutProps = { tab: 'info' | 'source'; info: MarketInfo }

/** What an instrument is, or how its price is made: shown under the chart on request. */
export const About = ({ tab, info }: AboutProps) => (
  <>
    <div className="flex justify-end px-4 pt-3 desktop:px-5">
      <ScreenHelp />
    </div>
    {tab === 'info' ? (
      <InstrumentInfo info={info} />
    ) : (
      <div className="p-4 desktop:p-5">
        <PriceMaking info={info} />
      </div>
    )}
  </>
)
