import type { IdentificationField, StatedIdentification } from '@evenhand/protocol/identification.ts'
import { useTranslations } from 'use-intl'
import { Part } from '../../case/facts.tsx'
import { useTag } from '../../lib/settings.ts'
import { ColleaguesWord, FieldCheck } from './field-check.tsx'
import type { Checks } from './use-checks.ts'

/** `decides`: whether the caller may mark each field. */
type FieldListProps = { stated: StatedIdentification; checks: Checks; decides: boolean }
type StatedField = keyof StatedIdentification & IdentificationField

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

/** What the customer stated, field by field, each to be confirmed against the document or refused. */
export function FieldList({ stated, checks, decides }: FieldListProps) {
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
          <div key={field} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1.5">
            <dt className="self-end text-12 text-fg2">{t(`field.${field}`)}</dt>
            <dd className="min-w-0 font-600 wrap-anywhere">
              <bdi>{shown(field)}</bdi>
              <ColleaguesWord field={field} checks={checks} />
            </dd>
            {decides && (
              <dd className="desktop:col-start-2 desktop:row-span-2 desktop:row-start-1 desktop:self-center">
                <FieldCheck field={field} checks={checks} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Part>
  )
}
