import { isSettled } from '@evenhand/protocol/states.ts'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from '@evenhand/ui/router.ts'
import { lazyWithRetry } from '../../lib/lazy-with-retry.ts'
import { Queries } from '../../lib/queries.tsx'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { playResult } from '../../lib/result-sound.ts'
import { useStore } from '../../lib/store.ts'
import { loadTexts } from '../../lib/texts.ts'
import { keepRunning } from './followed-orders.ts'
import { openedOrder, openOrder } from './opened-order.ts'
import { useRunningOrders } from './orders-query.ts'
import { runningOrders, claimResult } from './result-store.ts'
import { ResultLine } from './result-line.tsx'
import { useTitleCountdown } from './use-title-countdown.ts'

const OrderSheet = lazyWithRetry(async () => {
  const [{ OrderSheet: sheet }] = await Promise.all([
    import('./order-sheet.tsx'),
    loadTexts('orders', 'running', 'codes'),
  ])
  return { default: sheet }
})

const close = (): void => openedOrder.set(undefined)

/**
 * Follows the customer's running orders on whatever page: their number and the time left in the title for the account in
 * use, and each result of both.
 */
export const OrderWatch = () => (
  <Queries>
    <Watch />
  </Queries>
)

function Watch() {
  const mode = useAccountMode()
  const other = mode === 'real' ? 'virtual' : 'real'
  const { orders } = useRunningOrders()
  const { orders: ofOther } = useRunningOrders({ accountMode: other })
  const user = useSession()?.user.id
  const opened = useStore(openedOrder)
  // Once opened the sheet stays, so that closing it gives the focus back to its opener.
  const [sheetWanted, setSheetWanted] = useState(false)
  if (opened !== undefined && !sheetWanted) setSheetWanted(true)
  const { pathname } = useLocation()
  const all = [...orders, ...ofOther]
  const state = all.map(({ id, status }) => `${id} ${status}`).join()
  useEffect(() => {
    runningOrders.set(orders.filter((order) => !isSettled(order.status)))
    keepRunning([
      [`${user} ${mode}`, orders],
      [`${user} ${other}`, ofOther],
    ])
    const isNew = all.filter((order) => isSettled(order.status)).map((order) => claimResult(order))
    if (isNew.includes(true)) playResult()
    // oxlint-disable-next-line react/exhaustive-deps -- `state` is what of the orders matters here
  }, [state, user, mode])
  useEffect(() => () => runningOrders.set([]), [])
  useEffect(() => close(), [pathname])
  useTitleCountdown(orders)
  return (
    <>
      <ResultLine onOpen={openOrder} />
      <Suspense>{sheetWanted && <OrderSheet id={opened?.id} accountMode={opened?.mode} onClose={close} />}</Suspense>
    </>
  )
}
