import { proposeAdjustment } from '@evenhand/protocol/operator-adjustments.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'
import { assets, empty, isDebit, reasonsFor, valuesOf, wrongFields, type Field, type Form } from './adjustment-rules.ts'

/** Proposes a correction of one customer's balance, with the line that the customer will read. */
export function AdjustmentForm({ customerId = '', onClose }: { customerId?: string; onClose: () => void }) {
  const t = useTranslations('adjustments')
  const requests = useTranslations('requests')
  const [form, setForm] = useDraftOf<Form>('form', { ...empty, customerId })
  const wrong = wrongFields(form)
  const values = wrong.length === 0 ? valuesOf(form) : undefined
  /** A reason that does not stand for the amount gives way to the first that does. */
  const change = (part: Partial<Form>) => {
    const next = { ...form, ...part }
    const [first = next.reasonCode] = reasonsFor(next)
    setForm(reasonsFor(next).includes(next.reasonCode) ? next : { ...next, reasonCode: first })
  }
  const text = (field: Field, tried: boolean) => ({
    label: t(`field.${field}`),
    value: form[field],
    error: tried && wrong.includes(field) && t(`wrong.${field}`),
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
    autoComplete: 'off',
  })
  return (
    <ProposalDialog
      title={t('propose')}
      kind="adjustment"
      values={values}
      effect={`${requests('effect.proposes')}${isDebit(form) ? ` ${requests('effect.announces')}` : ''}`}
      submit={async (signed) => values && call(proposeAdjustment, { ...values, ...signed })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <TextField {...text('customerId', tried)} hint={t('hint.customerId')} spellCheck={false} dir="ltr" />
          <Select
            label={t('field.asset')}
            value={form.asset}
            options={assets.map((value) => ({ value, label: value }))}
            onChange={({ target }) => change({ asset: target.value as Form['asset'] })}
          />
          <TextField
            {...text('amount', tried)}
            hint={t('hint.amount')}
            inputMode="decimal"
            dir="ltr"
            suffix={form.asset}
          />
          {isDebit(form) && (
            <TextField {...text('entry', tried)} hint={t('hint.entry')} inputMode="numeric" dir="ltr" />
          )}
          <Select
            label={t('field.reasonCode')}
            value={form.reasonCode}
            options={reasonsFor(form).map((value) => ({ value, label: t(`reason.${value}`) }))}
            onChange={({ target }) => change({ reasonCode: target.value as Form['reasonCode'] })}
          />
          <TextField {...text('line', tried)} hint={t('hint.line')} maxLength={200} dir="auto" />
        </>
      )}
    </ProposalDialog>
  )
}
