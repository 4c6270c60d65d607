import { returnFocus } from '@evenhand/ui/return-focus.ts'
import { useEffect } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'
import { useWhenIdle } from '../lib/when-idle.ts'
import { NoticeWatch } from './notice-watch.tsx'

const RealityCheck = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/safeguards/reality-check.tsx'), loadTexts('safeguards')])
  return part.RealityCheck
})
const OrderWatch = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/orders/order-watch.tsx'), loadTexts('running')])
  return part.OrderWatch
})
const OwnLiabilities = lazyPart(async () => (await import('../features/liabilities/liabilities-watch.tsx')).OwnWatch)

/**
 * What watches over a customer on every screen: notices and the focus at once; orders, the time spent and the own balance in
 * the proof of liabilities when the page is quiet.
 */
export function CustomerWatch() {
  const idle = useWhenIdle()
  useEffect(() => returnFocus(), [])
  return (
    <>
      <NoticeWatch />
      {idle && <RealityCheck />}
      {idle && <OrderWatch />}
      {idle && <OwnLiabilities />}
    </>
  )
}
