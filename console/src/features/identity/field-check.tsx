import { reasonsOfField, type IdentificationField } from '@evenhand/protocol/identification.ts'
import { kycResubmitReasons } from '@evenhand/protocol/states.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Checkbox } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import type { Checks } from './use-checks.ts'

/** Confirmed against the document, or which reason: what is refused here goes to the customer, field by field. */
export function FieldCheck({ field, checks }: { field: IdentificationField; checks: Checks }) {
  const t = useTranslations('identity')
  const word = checks.own.get(field)
  const name = t(`field.${field}`)
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Checkbox
        label={
          <>
            {t('confirmed')}
            <span className="sr-only">: {name}</span>
          </>
        }
        checked={word === null}
        onChange={({ target }) => checks.mark(field, target.checked ? 'CONFIRMED' : 'OPEN')}
      />
      <Select
        bare
        label={t('judge', { field: name })}
        value={word ?? ''}
        options={[
          { value: '', label: t('notRefused') },
          ...reasonsOfField[field].map((code) => ({ value: code, label: t(`reason.${code}`) })),
        ]}
        onChange={({ target }) => {
          const code = kycResubmitReasons.find((one) => one === target.value)
          checks.mark(field, code === undefined ? 'OPEN' : 'REFUSED', code)
        }}
        className={cx('w-44 text-13', word && '[&_select]:border-danger! [&_select]:text-danger')}
      />
    </div>
  )
}

/** How colleagues decided a field in this review. */
export function ColleaguesWord({ field, checks }: { field: IdentificationField; checks: Checks }) {
  const t = useTranslations('identity')
  return checks.others(field).map(({ operator, code }) => (
    <p key={operator} className={cx('text-12', code === null ? 'text-fg2' : 'text-danger')}>
      <bdi>{operator}</bdi>: {code === null ? t('confirmed') : t(`reason.${code}`)}
    </p>
  ))
}
