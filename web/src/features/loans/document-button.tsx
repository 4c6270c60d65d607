import { loanDocument, type Loan } from '@evenhand/protocol/loans.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { callForFile } from '../../lib/call.ts'
import { saveBlob } from '../../lib/save-file.ts'

/** The signed agreement as the file that was sealed. */
export function DocumentButton({ loan: { id, orderNo } }: { loan: Pick<Loan, 'id' | 'orderNo'> }) {
  const t = useTranslations('loans')
  const { mutate, isPending } = useMutation({
    mutationFn: () => callForFile(loanDocument, { id }, 'application/pdf'),
    onSuccess: (file) => saveBlob(`loan-${orderNo}.pdf`, file),
  })
  return (
    <Button variant="secondary" size="small" busy={isPending} onClick={() => mutate()}>
      <Icon name="download" size={16} />
      {t('account.document')}
    </Button>
  )
}
