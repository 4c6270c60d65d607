import { Skeleton } from '@evenhand/ui/states.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MarketInfo } from '../features/chart/use-market-info.ts'
import { GrainNote } from '../features/options/grain-note.tsx'
import { OptionTicket } from '../features/options/option-ticket.tsx'
import { useCustomerOrderContext } from '../features/options/use-customer-order-context.tsx'
import { keepReceipt } from '../features/orders/kept-receipts.ts'
import { NextExpiry } from '../features/orders/next-expiry.tsx'
import { pinKeys } from '../features/orders/pinned-keys.ts'
import { useRunningOrders } from '../features/orders/orders-query.ts'
import { RunningOrders } from '../features/orders/running-orders.tsx'
import { useOrderMarks } from '../features/orders/use-order-marks.ts'
import { VirtualReset } from '../features/profile/virtual-reset.tsx'
import { ModeSwitch } from '../layout/mode-switch.tsx'
import { lazyWithRetry } from '../lib/lazy-with-retry.ts'
import { Queries } from '../lib/queries.tsx'
import { loadTexts } from '../lib/texts.ts'
import { LossWarning } from './loss-warning.ts'
import { InstrumentLayout, Panel } from './instrument-layout.tsx'

// What is opened by a press comes with that press.
const About = lazyWithRetry(async () => {
  const [{ About: about }] = await Promise.all([import('./instrument-about.tsx'), loadTexts('chart')])
  return { default: about }
})
const OrderList = lazyWithRetry(async () => ({
  default: (await import('../features/orders/order-list.tsx')).OrderList,
}))
const OrderSheet = lazyWithRetry(async () => ({
  default: (await import('../features/orders/order-sheet.tsx')).OrderSheet,
}))

type Running = ReturnType<typeof useRunningOrders>
type CustomerProps = { info: MarketInfo; onChanged: () => void }

/** An instrument for a signed-in customer: their orders on the chart and under it, and a ticket that sends. */
export const CustomerInstrument = (props: CustomerProps) => (
  <Queries>
    <Instrument {...props} />
  </Queries>
)

function Instrument({ info, onChanged }: CustomerProps) {
  const common = useTranslations('common')
  const { item } = info
  const orderContext = useCustomerOrderContext()
  const running = useRunningOrders(item.code)
  const marks = useOrderMarks(running.orders)
  const [why, setWhy] = useState<string>()
  // Once opened the sheet stays, so that closing it gives the focus back to its opener.
  const [sheetOpened, setSheetOpened] = useState(false)
  const showWhy = (id: string) => {
    setSheetOpened(true)
    setWhy(id)
  }
  return (
    <InstrumentLayout
      info={info}
      chip={<NextExpiry orders={running.orders} onOpen={showWhy} />}
      marks={marks}
      below={
        <>
          <OrdersPanel info={info} running={running} onWhy={showWhy} />
          <Suspense>{sheetOpened && <OrderSheet id={why} onClose={() => setWhy(undefined)} />}</Suspense>
        </>
      }
      ticket={
        <OptionTicket
          item={item}
          terms={info.options}
          grain={<GrainNote info={info} />}
          source={common(`feedKind.${item.feedKind}`)}
          reset={<VirtualReset />}
          toVirtual={<ModeSwitch to="virtual" />}
          warning={<LossWarning />}
          orderContext={orderContext}
          onPlaced={({ orderId, receipt }) => {
            keepReceipt(orderId, receipt)
            // The key is kept with the first receipt; without a network the first check keeps it.
            void pinKeys().catch(() => {})
          }}
          onTermsChanged={onChanged}
        />
      }
    />
  )
}

const tabs = ['running', 'closed', 'info', 'source'] as const
type PanelProps = { info: MarketInfo; running: Running; onWhy: (id: string) => void }

function OrdersPanel({ info, running, onWhy }: PanelProps) {
  const t = useTranslations('instrument')
  const [tab, setTab] = useState<(typeof tabs)[number]>('running')
  const [page, setPage] = useState(1)
  return (
    <Panel>
      <Tabs
        label={t('tab.label')}
        look="underline"
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={setTab}
        panelId="instrument-tab"
        className="px-4 desktop:px-5"
      />
      <div id="instrument-tab" role="tabpanel" aria-label={t(`tab.${tab}`)}>
        <Suspense fallback={<Skeleton className="m-4 h-20" />}>
          {tab === 'running' && <RunningOrders running={running} onWhy={(order) => onWhy(order.id)} />}
          {tab === 'closed' && (
            <div className="p-4">
              <OrderList
                filter={{ status: 'closed', code: info.item.code, page }}
                onPage={setPage}
                onOpen={(order) => onWhy(order.id)}
              />
            </div>
          )}
          {(tab === 'info' || tab === 'source') && <About tab={tab} info={info} />}
        </Suspense>
      </div>
    </Panel>
  )
}
