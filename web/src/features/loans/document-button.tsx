import { loanDocument, type Loan } from '@evenhand/protocol/loans.ts'
import { repaymentPlanDocument } from '@evenhand/protocol/repayment-plans.ts'
import { Button, type ButtonSize } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { callForFile } from '../../lib/call.ts'
import { download } from '../../lib/download.ts'
import { useWhen } from '../../lib/use-when.ts'
import { saveBlob } from '../../lib/save-file.ts'

type Documented = Pick<Loan, 'id' | 'orderNo' | 'acceptedPlans'>
/** `size`: that of the buttons beside them. */
type DocumentProps = { loan: Documented; size: ButtonSize }

/** What was signed as the files that were sealed: the agreement, and every repayment plan that was accepted. */
export function DocumentButtons({ loan: { id, orderNo, acceptedPlans }, size }: DocumentProps) {
  const t = useTranslations('loans')
  const when = useWhen()
  return (
    <>
      <FileButton
        size={size}
        label={t('account.document')}
        name={`loan-${orderNo}.pdf`}
        open={() => callForFile(loanDocument, { id }, 'application/pdf')}
      />
      {acceptedPlans.map((plan) => (
        <FileButton
          key={plan.id}
          size={size}
          label={t('plan.document', { time: when(plan.acceptedAt) })}
          name={`repayment-plan-${orderNo}.pdf`}
          open={() => callForFile(repaymentPlanDocument, { id: plan.id }, 'application/pdf')}
        />
      ))}
    </>
  )
}

type FileProps = { label: string; name: string; size: ButtonSize; open: () => Promise<Blob> }

function FileButton({ label, name, size, open }: FileProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(open),
    onSuccess: (file) => saveBlob(name, file),
  })
  return (
    <Button variant="secondary" size={size} busy={isPending} onClick={() => mutate()}>
      <Icon name="download" size={16} />
      {label}
    </Button>
  )
}
