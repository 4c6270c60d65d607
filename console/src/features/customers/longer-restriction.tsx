import { restrictionReasons } from '@evenhand/protocol/operator-customers.ts'
import { proposeRestriction } from '@evenhand/protocol/operator-risk.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'

type Code = (typeof restrictionReasons)[number]
const fits = (days: string): boolean => /^[1-9][0-9]?$/.test(days) && Number(days) <= 90

/** The button that proposes to stop a customer's new orders for longer than one operator may, for those who may propose it. */
export function LongerRestriction({ customerId }: { customerId: string }) {
  const t = useTranslations('customers')
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  if (!may(proposeRestriction)) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        {t('restrict.longer')}
      </Button>
      {isOpen && <Form customerId={customerId} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Form({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const t = useTranslations('customers')
  const [reasonCode, setReasonCode] = useDraftOf<Code>('longer', 'AML_REVIEW')
  const [days, setDays] = useDraftOf('longer days', '14')
  return (
    <ProposalDialog
      title={t('restrict.longer')}
      kind="customer.restrict"
      values={fits(days) ? { customerId, reasonCode, days } : undefined}
      effect={t('restrict.longerText')}
      submit={(signed) => call(proposeRestriction, { ...signed, customerId, reasonCode, days: Number(days) })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Select
            label={t('restrict.reasonCode')}
            value={reasonCode}
            options={restrictionReasons.map((value) => ({ value, label: t(`restrict.reason.${value}`) }))}
            onChange={({ target }) => setReasonCode(target.value as Code)}
          />
          <TextField
            label={t('restrict.days')}
            value={days}
            error={tried && !fits(days) && t('restrict.days')}
            onChange={({ target }) => setDays(target.value.trim())}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
          />
        </>
      )}
    </ProposalDialog>
  )
}
