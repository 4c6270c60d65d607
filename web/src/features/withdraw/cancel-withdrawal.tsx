import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useCancelWithdrawal } from './use-withdrawals.ts'

/** Takes a withdrawal back until it is being paid, after one question. */
export function CancelWithdrawal({ withdrawal: { id, amount, coin } }: { withdrawal: Withdrawal }) {
  const t = useTranslations('withdraw')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const local = useLocalNumber()
  const [confirming, setConfirming] = useState(false)
  const cancelling = useCancelWithdrawal()
  const cancel = () =>
    cancelling.mutate(id, {
      onSuccess: () => toast(t('cancel.done'), 'good'),
      onError: (problem) => toast(isRefused(problem, 'notFound') ? t('cancel.late') : problemText(problem), 'danger'),
      onSettled: () => setConfirming(false),
    })
  return (
    <div>
      <Button variant="secondary" size="small" onClick={() => setConfirming(true)}>
        {t('cancel.title')}
      </Button>
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('cancel.title')}
        closeLabel={common('close')}
      >
        <p className="mb-5">{t('cancel.ask', { amount: local.amount(amount, coin) })}</p>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={() => setConfirming(false)}>
            {t('cancel.keep')}
          </Button>
          <Button size="large" busy={cancelling.isPending} onClick={cancel}>
            {t('cancel.title')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
