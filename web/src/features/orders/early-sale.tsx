import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { lazyWithRetry } from '../../lib/lazy-with-retry.ts'
import { everySecond } from '../../lib/second.ts'
import { saleWindow } from './order-poll.ts'

const SaleForm = lazyWithRetry(async () => ({ default: (await import('./sale-form.tsx')).SaleForm }))

/** Sells a running option before its end, while the rules allow it; nothing is shown outside that time. */
export function EarlySale({ order }: { order: OptionOrder }) {
  const t = useTranslations('orders')
  const common = useTranslations('common')
  const [open, setOpen] = useState(false)
  const { from, to } = saleWindow(order) ?? { from: 1, to: 0 }
  const read = useCallback(() => {
    const now = productNow()
    return now >= from && now <= to
  }, [from, to])
  const possible = useSyncExternalStore(everySecond, read, read)
  if (!possible && !open) return null
  return (
    <>
      <Button look="secondary" size="small" disabled={!possible} onClick={() => setOpen(true)}>
        {t('sale.open')}
      </Button>
      <Dialog
        look="sheet"
        open={open}
        onClose={() => setOpen(false)}
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t('sale.title')}
            <ModeChip mode={order.mode} />
          </span>
        }
        closeLabel={common('close')}
      >
        <Suspense>
          <SaleForm order={order} possible={possible} onDone={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}
