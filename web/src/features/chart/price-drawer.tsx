import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useTranslations } from 'use-intl'
import { PriceMaking } from './price-making.tsx'
import type { MarketInfo } from './use-market-info.ts'

type DrawerProps = { open: boolean; info: MarketInfo; onClose: () => void }

/** How the price is made, over the page: it follows once a second while it is open. */
export function PriceDrawer({ open, info, onClose }: DrawerProps) {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('chart.making')}
      closeLabel={common('close')}
      variant="sheet"
      className="desktop:w-[min(44rem,calc(100vw-2rem))]"
    >
      <PriceMaking info={info} />
    </Dialog>
  )
}
