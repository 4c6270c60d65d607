import { loanDocument, type Loan } from '@evenhand/protocol/loans.ts'
import { repaymentPlanDocument } from '@evenhand/protocol/repayment-plans.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { callForFile } from '../../lib/call.ts'
import { download } from '../../lib/download.ts'
import { useWhen } from '../../lib/use-when.ts'
import { saveBlob } from '../../lib/save-file.ts'

type Documented = Pick<Loan, 'id' | 'orderNo' | 'acceptedPlans'>

/** What was signed as the files that were sealed: the agreement, and every repayment plan that was accepted. */
export function DocumentButtons({ loan: { id, orderNo, acceptedPlans } }: { loan: Documented }) {
  const t = useTranslations('loans')
  const when = useWhen()
  return (
    <>
      <FileButton
        label={t('account.document')}
        name={`loan-${orderNo}.pdf`}
        open={() => callForFile(loanDocument, { id }, 'application/pdf')}
      />
      {acceptedPlans.map((plan) => (
        <FileButton
          key={plan.id}
          label={t('plan.document', { time: when(plan.acceptedAt) })}
          name={`repayment-plan-${orderNo}.pdf`}
          open={() => callForFile(repaymentPlanDocument, { id: plan.id }, 'application/pdf')}
        />
      ))}
    </>
  )
}

function FileButton({ label, name, open }: { label: string; name: string; open: () => Promise<Blob> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(open),
    onSuccess: (file) => saveBlob(name, file),
  })
  return (
    <Button variant="secondary" size="small" busy={isPending} onClick={() => mutate()}>
      <Icon name="download" size={16} />
      {label}
    </Button>
  )
}
