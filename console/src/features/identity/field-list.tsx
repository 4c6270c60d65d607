import type { IdentificationField, IdentificationStated } from '@evenhand/protocol/identification.ts'
import type { KycReasonCode } from '@evenhand/protocol/states.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { Part } from '../../case/facts.tsx'
import { useTag } from '../../lib/settings.ts'
import { reasonsOf } from './identity-words.tsx'
import type { Wrong } from './identity-review.tsx'

type OnWrong = ((wrong: Wrong) => void) | undefined
type FieldListProps = { stated: IdentificationStated; wrong: Wrong; onWrong: OnWrong }
type StatedField = keyof IdentificationStated & IdentificationField

const order: readonly StatedField[] = [
  'firstName',
  'lastName',
  'birthDate',
  'sex',
  'country',
  'address',
  'contact',
  'docType',
  'docNumber',
  'docExpiry',
]

/** What the customer stated, field by field, each with room for what is wrong with it. */
export function FieldList({ stated, wrong, onWrong }: FieldListProps) {
  const t = useTranslations('identity')
  const tag = useTag()
  const shown = (field: StatedField): string => {
    const value = stated[field]
    if (field === 'sex') return t(`sex.${stated.sex}`)
    if (field === 'docType') return t(`docType.${stated.docType}`)
    if (field === 'country') return `${new Intl.DisplayNames(tag, { type: 'region' }).of(value) ?? ''} (${value})`
    return value
  }
  return (
    <Part title={t('part.stated')}>
      <dl className="flex flex-col divide-y divide-line text-13">
        {order.map((field) => (
          <div key={field} className="grid grid-cols-[8rem_1fr_auto] items-center gap-3 py-1.5 mobile:grid-cols-2">
            <dt className="text-fg2">{t(`field.${field}`)}</dt>
            <dd className="min-w-0 font-600 break-words">
              <bdi>{shown(field)}</bdi>
            </dd>
            {onWrong && (
              <dd className="w-52 mobile:col-span-2 mobile:w-auto">
                <WrongSelect field={field} wrong={wrong} onWrong={onWrong} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Part>
  )
}

type WrongSelectProps = { field: IdentificationField; wrong: Wrong; onWrong: (wrong: Wrong) => void }

/** Right, or which reason: what is chosen here goes to the customer, field by field. */
export function WrongSelect({ field, wrong, onWrong }: WrongSelectProps) {
  const t = useTranslations('identity')
  const value = wrong[field] ?? ''
  return (
    <Select
      bare
      label={t('judge', { field: t(`field.${field}`) })}
      value={value}
      options={[
        { value: '', label: t('right') },
        ...reasonsOf[field].map((code) => ({ value: code, label: t(`reason.${code}`) })),
      ]}
      onChange={({ target }) =>
        onWrong({ ...wrong, [field]: target.value === '' ? undefined : (target.value as KycReasonCode) })
      }
      className={cx('text-13', value !== '' && '[&_select]:border-danger! [&_select]:text-danger')}
    />
  )
}
