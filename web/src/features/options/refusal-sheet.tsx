import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAccountMode } from '../../lib/session.ts'
import type { Ticket } from './use-ticket.ts'

/** A refusal that concerns the customer and not the order: shown on a sheet of its own, with the way that stays open. */
export function RefusalSheet({ ticket, toVirtual }: { ticket: Ticket; toVirtual: ReactNode }) {
  const t = useTranslations('instrument')
  const orders = useTranslations('orders')
  const common = useTranslations('common')
  const mode = useAccountMode()
  const { refused, field, dismiss, problemText } = ticket
  const offersVirtual = mode === 'real' && (refused?.key === 'quizNeeded' || refused?.key === 'coolingOff')
  return (
    <Dialog
      variant="sheet"
      open={field === 'sheet'}
      onClose={dismiss}
      title={orders('refused.title')}
      closeLabel={common('close')}
    >
      <div className="flex flex-col items-center gap-3 pt-2 text-center">
        <span className="inline-flex size-12 items-center justify-center rounded-full bg-warn-weak text-warn">
          <Icon name="info" size={22} />
        </span>
        <p className="max-w-text text-16">{refused && problemText(refused)}</p>
        <p className="text-13 text-fg2">{orders('refused.safe')}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          {refused?.key === 'quizNeeded' && (
            <Link to="/profile/quiz" className={buttonClass('secondary')}>
              {orders('refused.toQuiz')}
            </Link>
          )}
          {refused?.key === 'coolingOff' && (
            <Link to="/profile/quiz/warning" className={buttonClass('secondary')}>
              {orders('refused.toWarning')}
            </Link>
          )}
          {(refused?.key === 'ownLimitReached' || refused?.key === 'excluded') && (
            <Link to="/profile/limits" className={buttonClass('secondary')}>
              {orders('refused.toLimits')}
            </Link>
          )}
          {offersVirtual && toVirtual}
          <Link to="/market" className={buttonClass('secondary')}>
            {t('toMarkets')}
          </Link>
          <Button variant="quiet" onClick={dismiss}>
            {common('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
