import { restrictionReasons } from '@evenhand/protocol/operator-customers.ts'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { useDraftOf } from '../../lib/use-draft.ts'

type Code = (typeof restrictionReasons)[number]
type RestrictDialogProps = {
  /** There is a restriction when the dialog opens; it is to be taken away. */
  lift: boolean
  submit: (request: { lift: boolean; reasonCode?: Code; reason: string }) => Promise<unknown>
  onClose: () => void
}

/** Stops new orders of a customer, or allows them again. Withdrawals stay open either way. */
export function RestrictDialog({ submit, onClose, ...opened }: RestrictDialogProps) {
  const t = useTranslations('customers')
  // The customer's page is read again before the dialog closes: what it does, and what it reports, stays what it was.
  const [lift] = useState(opened.lift)
  const [code, setCode] = useDraftOf<Code>('restrict', 'AML_REVIEW')
  return (
    <DecisionDialog
      title={lift ? t('restrict.lift') : t('restrict.stop')}
      effect={lift ? t('restrict.liftText') : t('restrict.stopText')}
      button={lift ? t('restrict.lift') : t('restrict.stop')}
      danger={!lift}
      submit={(reason) => submit({ lift, reason, ...(lift ? {} : { reasonCode: code }) })}
      onClose={onClose}
    >
      {() =>
        !lift && (
          <Select
            label={t('restrict.reasonCode')}
            value={code}
            options={restrictionReasons.map((value) => ({ value, label: t(`restrict.reason.${value}`) }))}
            onChange={({ target }) => setCode(target.value as Code)}
          />
        )
      }
    </DecisionDialog>
  )
}
