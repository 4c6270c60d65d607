import { Chip } from '@evenhand/ui/chip.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ChartPanel } from '../features/chart/chart-panel.tsx'
import { InstrumentHeader } from '../features/chart/instrument-header.tsx'
import type { MarketInfo } from '../features/chart/use-market-info.ts'
import { Avatar } from '../features/markets/avatar.tsx'
import { ChangeCell } from '../features/markets/live-cells.tsx'
import { SessionChip } from '../features/markets/market-chips.tsx'
import { OptionTicket } from '../features/options/option-ticket.tsx'
import { keepReceipt } from '../features/orders/kept-receipts.ts'
import { useRunningOrders } from '../features/orders/orders-query.ts'
import { NextExpiry } from '../features/orders/next-expiry.tsx'
import { RunningOrders } from '../features/orders/running-orders.tsx'
import { useOrderMarks } from '../features/orders/use-order-marks.ts'
import { ModeSwitch } from '../features/profile/mode-switch.tsx'
import { VirtualReset } from '../features/profile/virtual-reset.tsx'
import { useSession } from '../lib/session.ts'
import { useLayout } from '../lib/settings.ts'

// What is opened by a press comes with that press.
const PriceSource = lazy(async () => ({ default: (await import('../features/chart/price-source.tsx')).PriceSource }))
const OrderList = lazy(async () => ({ default: (await import('../features/orders/order-list.tsx')).OrderList }))
const OrderSheet = lazy(async () => ({ default: (await import('../features/orders/order-sheet.tsx')).OrderSheet }))

type Tab = 'running' | 'closed' | 'source'

/** An instrument: its price and chart, what the customer has on it, and the ticket. */
export function InstrumentScreen({ info }: { info: MarketInfo }) {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  const mobile = useLayout() === 'mobile'
  const queries = useQueryClient()
  const { item } = info
  const running = useRunningOrders(item.code)
  const [why, setWhy] = useState<string>()
  // Once opened the sheet stays, so that closing it gives the focus back to its opener.
  const [sheetOpened, setSheetOpened] = useState(false)
  const showWhy = (id: string) => {
    setSheetOpened(true)
    setWhy(id)
  }

  const feedName = common(`feedKind.${item.feedKind}`)
  const ticket = (
    <OptionTicket
      item={item}
      terms={info.options}
      source={feedName}
      reset={<VirtualReset />}
      toVirtual={<ModeSwitch to="virtual" />}
      onPlaced={({ orderId, receipt }) => {
        keepReceipt(orderId, receipt)
        void queries.invalidateQueries({ queryKey: ['mine', 'orders'] })
      }}
    />
  )
  const main = (
    <>
      <Panel>
        <InstrumentHeader
          info={info}
          avatar={<Avatar item={item} />}
          change={<ChangeCell item={item} className="desktop:self-start" />}
          chips={
            <>
              <SessionChip session={item.session} />
              <Chip>{feedName}</Chip>
              {mobile && <NextExpiry orders={running.orders} onOpen={showWhy} />}
            </>
          }
        />
        <div className="flex h-[calc(52dvh+5rem)] min-h-80 flex-col border-t border-line desktop:h-[60dvh]">
          <ChartWithOrders info={info} running={running} />
        </div>
      </Panel>
      <OrdersPanel info={info} running={running} onWhy={showWhy} />
      <p className="px-4 text-12 text-fg3 desktop:px-0">{t('riskWarning')}</p>
      <Suspense>{sheetOpened && <OrderSheet id={why} onClose={() => setWhy(undefined)} />}</Suspense>
    </>
  )
  if (mobile)
    return (
      <div className="flex flex-col gap-3 pb-28">
        {main}
        {ticket}
      </div>
    )
  return (
    <div className="mx-auto grid max-w-trading grid-cols-[minmax(0,1fr)_22.5rem] items-start gap-5 px-gutter py-5">
      <div className="flex min-w-0 flex-col gap-5">{main}</div>
      <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-card p-px">{ticket}</div>
    </div>
  )
}

const Panel = ({ children }: { children: ReactNode }) => (
  <section className="overflow-clip bg-surface desktop:rounded-card desktop:ring-1 desktop:ring-line">
    {children}
  </section>
)

type WithOrders = { info: MarketInfo; running: ReturnType<typeof useRunningOrders> }

/** The chart alone draws again with the countdowns of running orders, once a second. */
function ChartWithOrders({ info: { item }, running }: WithOrders) {
  const marks = useOrderMarks(running.orders)
  return <ChartPanel code={item.code} precision={item.precision} marks={marks} />
}

function OrdersPanel({ info, running, onWhy }: WithOrders & { onWhy: (id: string) => void }) {
  const t = useTranslations('instrument')
  const signedIn = useSession() !== undefined
  const [tab, setTab] = useState<Tab>('running')
  const [page, setPage] = useState(1)
  const tabs: Tab[] = signedIn ? ['running', 'closed', 'source'] : ['running', 'source']
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
        {tab === 'running' && <RunningOrders running={running} onWhy={(order) => onWhy(order.id)} />}
        <Suspense fallback={<Skeleton className="m-4 h-20" />}>
          {tab === 'closed' && (
            <div className="p-4">
              <OrderList
                filter={{ status: 'closed', code: info.item.code, page }}
                onPage={setPage}
                onOpen={(order) => onWhy(order.id)}
              />
            </div>
          )}
          {tab === 'source' && <PriceSource info={info} />}
        </Suspense>
      </div>
    </Panel>
  )
}
