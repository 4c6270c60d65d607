import { cancelContract, type ContractOrder } from '@evenhand/protocol/contracts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useContractChange } from './use-contract-change.ts'
import { useIsolated } from '../../lib/use-isolated.ts'

/** Cancelling a pending order: nothing was charged, and nothing is. */
export function CancelDialog({ order, onClose }: { order: ContractOrder; onClose: () => void }) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const isolated = useIsolated()
  const problemText = useProblemText()
  const { mutate, isPending, error } = useContractChange(
    (options) => call(cancelContract, { id: order.id }, options),
    () => {
      toast(t('cancel.done', { orderNo: isolated(order.orderNo) }), 'good')
      onClose()
    },
  )
  return (
    <Dialog
      variant="sheet"
      open
      onClose={onClose}
      title={t('cancel.title', { code: isolated(order.code) })}
      closeLabel={common('close')}
    >
      <div className="flex flex-col gap-4">
        <p>{t('cancel.text', { lots: order.lots })}</p>
        <FieldError>{error ? problemText(error) : undefined}</FieldError>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={onClose}>
            {t('cancel.keep')}
          </Button>
          <Button size="large" busy={isPending} onClick={() => mutate()}>
            {t('position.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
