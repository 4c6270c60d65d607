import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { MarketInfo } from '../features/chart/use-market-info.ts'
import { GrainNote } from '../features/options/grain-note.tsx'
import { OptionTicket } from '../features/options/option-ticket.tsx'
import { useCustomerOrderContext } from '../features/options/use-customer-order-context.tsx'
import { keepReceipt } from '../features/orders/kept-receipts.ts'
import { openOrder } from '../features/orders/opened-order.ts'
import { pinKeys } from '../lib/pinned-keys.ts'
import { useOrderPage, useRunningOrders } from '../features/orders/orders-query.ts'
import { RunningColumn } from '../features/orders/running-column.tsx'
import { RunningOrders } from '../features/orders/running-orders.tsx'
import { useOrderMarks } from '../features/orders/use-order-marks.ts'
import { VirtualReset } from '../features/profile/virtual-reset.tsx'
import { RestrictionNotice } from '../layout/account/restriction-notice.tsx'
import { ModeSwitch } from '../layout/mode-switch.tsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import { lazyWithRetry } from '../lib/lazy-with-retry.ts'
import { Queries } from '../lib/queries.tsx'
import { useAccountMode } from '../lib/session.ts'
import { loadTexts } from '../lib/texts.ts'
import { ContractTicket, PositionLines, PositionsPanel } from './contract-parts.ts'
import { LossWarning } from './loss-warning.ts'
import { ProductTabs, products as kinds, useProduct, type Product } from './product-tabs.tsx'
import { InstrumentLayout, Panel } from './instrument-layout.tsx'

// What is opened by a press comes with that press.
// Shown where a ticket is closed, which most never are.
const OpenMarkets = lazyPart(async () => (await import('./open-markets.tsx')).OpenMarkets)
const About = lazyWithRetry(async () => {
  const [{ About: about }] = await Promise.all([import('./instrument-about.tsx'), loadTexts('chart')])
  return { default: about }
})
const OrderList = lazyWithRetry(async () => ({
  default: (await import('../features/orders/order-list.tsx')).OrderList,
}))
const RealOrderNeed = lazyWithRetry(async () => ({
  default: (await import('../features/safeguards/real-order-need.tsx')).RealOrderNeed,
}))

const none: readonly OptionOrder[] = []
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
  const running = useRunningOrders({ code: item.code })
  const { product, traded, choose } = useProduct()
  const productTabs = <ProductTabs kinds={kinds} value={product} onChange={choose} />
  const [older, setOlder] = useState(false)
  const ended = useOrderPage({ status: 'closed', code: item.code, page: 1 }, older)
  const { marks, focus } = useOrderMarks(running.orders, (older && ended.data?.rows) || none)
  return (
    <InstrumentLayout
      info={info}
      marks={marks}
      focus={focus}
      notice={<RestrictionNotice />}
      over={traded ? PositionLines : undefined}
      ended={{ shown: older, toggle: () => setOlder(!older) }}
      below={<OrdersPanel key={product} info={info} running={running} product={product} />}
      ticket={
        product === 'contracts' ? (
          <ContractTicket
            item={item}
            facts={info}
            products={productTabs}
            reset={<VirtualReset />}
            toVirtual={<ModeSwitch to="virtual" />}
            guard={guardContracts}
          />
        ) : (
          <OptionTicket
            products={productTabs}
            item={item}
            terms={info.options}
            grain={<GrainNote info={info} />}
            source={common(`feedKind.${item.feedKind}`)}
            reset={<VirtualReset />}
            toVirtual={<ModeSwitch to="virtual" />}
            warning={<LossWarning />}
            running={<RunningColumn orders={running.orders} onOpen={openOrder} />}
            orderContext={orderContext}
            onPlaced={({ orderId, receipt }) => {
              keepReceipt(orderId, receipt)
              // The key is kept with the first receipt; without a network the first check keeps it.
              void pinKeys().catch(() => {})
            }}
            openMarkets={<OpenMarkets code={item.code} type={item.type} />}
            guard={guardOptions}
            onTermsChanged={onChanged}
          />
        )
      }
    />
  )
}

const guardOptions = (action: ReactNode) => <RealOnly product="options" action={action} />
const guardContracts = (action: ReactNode) => <RealOnly product="contracts" action={action} />

/** The button of a ticket; on the real account after what that product needs first. */
function RealOnly({ product, action }: { product: Product; action: ReactNode }) {
  if (useAccountMode() === 'virtual') return action
  return (
    <Suspense fallback={action}>
      <RealOrderNeed product={product} toVirtual={<ModeSwitch to="virtual" />}>
        {action}
      </RealOrderNeed>
    </Suspense>
  )
}

const tabs = ['running', 'closed', 'contracts', 'info', 'source'] as const
type PanelProps = { info: MarketInfo; running: Running; product: Product }

function OrdersPanel({ info, running, product }: PanelProps) {
  const t = useTranslations('instrument')
  const [tab, setTab] = useState<(typeof tabs)[number]>(product === 'contracts' ? 'contracts' : 'running')
  const [page, setPage] = useState(1)
  return (
    <Panel>
      <Tabs
        label={t('tab.label')}
        variant="underline"
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={setTab}
        panelId="instrument-tab"
        className="px-4 desktop:px-5"
      />
      <div id="instrument-tab" role="tabpanel" aria-label={t(`tab.${tab}`)}>
        <Suspense fallback={<Skeleton className="m-4 h-20" />}>
          {tab === 'running' && <RunningOrders running={running} onOpen={openOrder} />}
          {tab === 'closed' && (
            <div className="p-4">
              <OrderList
                filter={{ status: 'closed', code: info.item.code, page }}
                onPage={setPage}
                onOpen={(order) => openOrder(order.id)}
              />
            </div>
          )}
          {tab === 'contracts' && <PositionsPanel code={info.item.code} />}
          {(tab === 'info' || tab === 'source') && <About tab={tab} info={info} />}
        </Suspense>
      </div>
    </Panel>
  )
}
