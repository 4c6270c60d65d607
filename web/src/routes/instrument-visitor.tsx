import { Skeleton } from '@evenhand/ui/states.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartMark } from '../features/chart/chart-marks.ts'
import type { MarketInfo } from '../features/chart/use-market-info.ts'
import { visitorOrderContext } from '../features/options/order-context.ts'
import { GrainNote } from '../features/options/grain-note.tsx'
import { OptionTicket } from '../features/options/option-ticket.tsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import { lazyWithRetry } from '../lib/lazy-with-retry.ts'
import { loadTexts } from '../lib/texts.ts'
import { useSeen } from '../lib/use-seen.ts'
import { InstrumentLayout, Panel } from './instrument-layout.tsx'
import { ProductTabs, products as kinds, useProduct } from './product-tabs.tsx'
import { VisitorContractTicket } from './visitor-contract-ticket.ts'

// Shown where a ticket is closed, which most never are.
const OpenMarkets = lazyPart(async () => (await import('./open-markets.tsx')).OpenMarkets)
const About = lazyWithRetry(async () => {
  const [{ About: about }] = await Promise.all([import('./instrument-about.tsx'), loadTexts('chart')])
  return { default: about }
})

const noMarks: readonly ChartMark[] = []
const tabs = ['info', 'source'] as const

/** An instrument for a visitor: the whole ticket with the way to sign in, and what the instrument is. */
export function VisitorInstrument({ info, onChanged }: { info: MarketInfo; onChanged: () => void }) {
  const common = useTranslations('common')
  const { product, choose } = useProduct()
  const products = <ProductTabs kinds={kinds} value={product} onChange={choose} />
  return (
    <InstrumentLayout
      info={info}
      marks={noMarks}
      below={<AboutPanel info={info} />}
      ticket={
        product === 'contracts' ? (
          <VisitorContractTicket facts={info} products={products} />
        ) : (
          <OptionTicket
            products={products}
            item={info.item}
            terms={info.options}
            grain={<GrainNote info={info} />}
            source={common(`feedKind.${info.item.feedKind}`)}
            orderContext={visitorOrderContext}
            openMarkets={<OpenMarkets code={info.item.code} type={info.item.type} />}
            onTermsChanged={onChanged}
          />
        )
      }
    />
  )
}

function AboutPanel({ info }: { info: MarketInfo }) {
  const t = useTranslations('instrument')
  const [tab, setTab] = useState<(typeof tabs)[number]>('info')
  // Under the chart and mostly out of sight: loaded when the visitor scrolls to it, past the bar with the product tabs.
  const [panel, seen] = useSeen(120)
  return (
    <Panel>
      <Tabs
        label={t('tab.about')}
        variant="underline"
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={setTab}
        panelId="instrument-tab"
        className="px-4 desktop:px-5"
      />
      <div ref={panel} id="instrument-tab" role="tabpanel" aria-label={t(`tab.${tab}`)} className="min-h-80">
        <Suspense fallback={<Skeleton className="m-4 h-40" />}>
          {seen ? <About tab={tab} info={info} /> : <div className="m-4 h-40" />}
        </Suspense>
      </div>
    </Panel>
  )
}
