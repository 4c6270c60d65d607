import type { Deposit } from '@evenhand/protocol/deposits.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCancelDeposit } from './use-deposits.ts'

/** Cancels what is not under review yet, after one confirmation. */
export function CancelDeposit({ deposit }: { deposit: Deposit }) {
  const t = useTranslations('funds')
  const common = useTranslations('common')
  const [confirming, setConfirming] = useState(false)
  const cancelling = useCancelDeposit()
  const cancel = () =>
    cancelling.mutate(deposit.id, {
      onSuccess: () => toast(t('list.cancelled'), 'good'),
      onSettled: () => setConfirming(false),
    })
  return (
    <div>
      <Button variant="secondary" size="small" onClick={() => setConfirming(true)}>
        {t('list.cancel')}
      </Button>
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('list.cancel')}
        closeLabel={common('close')}
      >
        <p className="mb-5">{t('list.cancelAsk')}</p>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={() => setConfirming(false)}>
            {t('list.keep')}
          </Button>
          <Button size="large" busy={cancelling.isPending} onClick={cancel}>
            {t('list.cancel')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
