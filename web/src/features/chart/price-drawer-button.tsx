import { Icon } from '@evenhand/ui/icon.tsx'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyWithRetry } from '../../lib/lazy-with-retry.ts'
import { loadTexts } from '../../lib/texts.ts'
import type { MarketInfo } from './use-market-info.ts'

const PriceDrawer = lazyWithRetry(async () => {
  const [{ PriceDrawer: drawer }] = await Promise.all([import('./price-drawer.tsx'), loadTexts('chart')])
  return { default: drawer }
})

/** The kind of the price, which opens how it is made. */
export function PriceDrawerButton({ info }: { info: MarketInfo }) {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  // Once opened it stays, so that closing it gives the focus back to this button.
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative inline-flex min-h-6 items-center gap-1 rounded-chip bg-sunken px-2 py-0.5 text-12 font-600 whitespace-nowrap text-fg2 hover:text-fg before:absolute before:-inset-x-1 before:-inset-y-1.5 mobile:min-h-8"
      >
        {common(`feedKind.${info.item.feedKind}`)}
        <span aria-hidden="true">·</span>
        <span className="font-400 underline underline-offset-2">{t('chart.making')}</span>
        <Icon name="info" size={14} />
      </button>
      <Suspense>
        {open !== undefined && <PriceDrawer open={open} info={info} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
