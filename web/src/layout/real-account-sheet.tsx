import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useTranslations } from 'use-intl'
import { setAccountMode, useAccountMode } from '../lib/session.ts'
import { ModeChip } from './mode-chip.tsx'

/**
 * The virtual account was refused something that only the real one has (40012): shows it, and offers the switch. What was
 * requested is not repeated by itself, since on the other account it moves other money.
 */
export function RealAccountSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('common')
  const own = useTranslations('profile')
  const mode = useAccountMode()
  const change = () => {
    setAccountMode('real')
    onClose()
    toast(t('mode.switchedToReal'), 'good')
  }
  return (
    <Dialog
      variant="sheet"
      open={open}
      onClose={onClose}
      title={own('realNeeded.title')}
      closeLabel={t('close')}
      className="border-t-3 border-t-control"
    >
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-2">
          {t('mode.inUse')} <ModeChip mode={mode} />
        </p>
        <p>{own('realNeeded.text')}</p>
        <p>{t('mode.askReal')}</p>
        <p className="text-fg2">{t('mode.running')}</p>
        <div className="mt-2 grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="large" onClick={change}>
            {t('mode.toReal')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
