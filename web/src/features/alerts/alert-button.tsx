import { Icon } from '@evenhand/ui/icon.tsx'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyWithRetry } from '../../lib/lazy-with-retry.ts'
import { loadTexts } from '../../lib/texts.ts'
import type { AlertedItem } from './alert-sheet.tsx'

const AlertSheet = lazyWithRetry(async () => {
  const [{ AlertSheet: sheet }] = await Promise.all([import('./alert-sheet.tsx'), loadTexts('alerts', 'codes')])
  return { default: sheet }
})

/** Opens the price alerts of an instrument, whose code comes with the press. */
export function AlertButton({ item }: { item: AlertedItem }) {
  const t = useTranslations('instrument')
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
        <Icon name="bell" size={14} />
        {t('alerts')}
      </button>
      <Suspense>{open !== undefined && <AlertSheet open={open} item={item} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
