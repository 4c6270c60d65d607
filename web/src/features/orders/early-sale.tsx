import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { Figure, formatAmount } from '../../lib/format.tsx'
import { lazyWithRetry } from '../../lib/lazy-with-retry.ts'
import { useIsSellable, useMissingPrice, useSalePrice } from './use-sale-price.ts'

const SaleForm = lazyWithRetry(async () => ({ default: (await import('./sale-form.tsx')).SaleForm }))

/**
 * Sells a running option before its end, while the rules allow it; nothing is shown outside that time. The button shows what
 * the sale would pay at the newest price, and waits without one.
 */
export function EarlySale({ order }: { order: OptionOrder }) {
  const t = useTranslations('orders')
  const running = useTranslations('running')
  const common = useTranslations('common')
  const [open, setOpen] = useState(false)
  const possible = useIsSellable(order)
  const missing = useMissingPrice(order.code)
  const price = useSalePrice(order, possible)
  if (!possible && !open) return null
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        disabled={!possible || missing !== undefined}
        onClick={() => setOpen(true)}
        className="ms-auto"
      >
        {price === undefined || missing !== undefined ? (
          t('sale.open')
        ) : (
          <>
            {running('sell')} <Figure>{formatAmount(price)}</Figure>
          </>
        )}
      </Button>
      <Dialog
        variant="sheet"
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
