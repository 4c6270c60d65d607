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
import { runningOrders, tellResult } from './result-store.ts'
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

/** Follows the customer's running orders on whatever page: their number, the time left in the title, and each result. */
export const OrderWatch = () => (
  <Queries>
    <Watch />
  </Queries>
)

function Watch() {
  const { orders } = useRunningOrders()
  const owner = `${useSession()?.user.id} ${useAccountMode()}`
  const opened = useStore(openedOrder)
  // Once opened the sheet stays, so that closing it gives the focus back to its opener.
  const [sheetWanted, setSheetWanted] = useState(false)
  if (opened !== undefined && !sheetWanted) setSheetWanted(true)
  const { pathname } = useLocation()
  const state = orders.map(({ id, status }) => `${id} ${status}`).join()
  useEffect(() => {
    runningOrders.set(orders.filter((order) => !isSettled(order.status)))
    keepRunning(owner, orders)
    const isNew = orders.filter((order) => isSettled(order.status)).map((order) => tellResult(order))
    if (isNew.includes(true)) playResult()
    // oxlint-disable-next-line react/exhaustive-deps -- `state` is what of the orders matters here
  }, [state, owner])
  useEffect(() => () => runningOrders.set([]), [])
  useEffect(() => close(), [pathname])
  useTitleCountdown(orders)
  return (
    <>
      <ResultLine onOpen={openOrder} />
      <Suspense>{sheetWanted && <OrderSheet id={opened} onClose={close} />}</Suspense>
    </>
  )
}
