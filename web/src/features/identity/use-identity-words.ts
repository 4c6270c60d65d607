import { minIdentitySide } from '@evenhand/protocol/files.ts'
import type {
  IdentificationField,
  IdentificationReason,
  CustomerIdentification,
} from '@evenhand/protocol/identification.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../../lib/isolated.ts'
import { useSentences } from '../../lib/sentences.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import {
  isDocType,
  isPicture,
  keptNumberEnd,
  minimumAge,
  type FieldProblem,
  type IdentityForm,
} from './identity-form.ts'

/** The words for the fields of the form, for what stands in them and for what is wrong with them. */
export function useIdentityWords() {
  const t = useTranslations('identity')
  const { tag } = languageOf(useLang())
  const names = useMemo(() => new Intl.DisplayNames(tag, { type: 'region' }), [tag])
  const dayText = (day: string): string =>
    day === '' ? '' : new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
  const label = (field: IdentificationField, docType: string): string =>
    field === 'frontFileId' && docType === 'PASSPORT' ? t('photoPage') : t(`field.${field}`)
  const problem = (params: FieldProblem | undefined): string | undefined =>
    params === undefined ? undefined : t(`problem.${params}`, { minAge: minimumAge })
  /** A value of the form as text, as it is read over before sending. */
  const valueText = (form: IdentityForm, field: IdentificationField): string => {
    const text = form[field]
    if (isPicture(field)) return text === '' ? '' : t('pictureReady')
    if (field === 'sex') return text === 'male' || text === 'female' ? t(`sex.${text}`) : ''
    if (field === 'docType') return isDocType(text) ? t(`docType.${text}`) : ''
    if (field === 'country') return text === '' ? '' : (names.of(text) ?? text)
    return field === 'birthDate' || field === 'docExpiry' ? dayText(text) : text
  }
  return { label, problem, valueText, dayText, names, tag }
}

/** How to fill a field in, sentence by sentence. */
export function useFieldHint(own: CustomerIdentification): (field: IdentificationField, docType: string) => string[] {
  const t = useTranslations('identity')
  const refused = own.reasons.some(({ field }) => field === 'docNumber') ? own.last?.docNumberEnd : undefined
  return (field, docType) => {
    if (isPicture(field)) return [t(`hint.${field}`), t('hint.minSide', { pixels: minIdentitySide })]
    if (field === 'firstName' || field === 'lastName') return [t('hint.name')]
    if (field === 'contact') return [t('hint.contact')]
    if (field !== 'docNumber') return []
    const kept = keptNumberEnd(own, docType)
    if (kept !== undefined) return [t('hint.docNumberKept', { end: isolated(kept) })]
    return [refused === undefined ? t('hint.docNumber') : t('hint.docNumberAgain', { end: isolated(refused) })]
  }
}

/** Reasons that something can be done about. */
const fixes = [
  'FRONT_BLURRED',
  'BACK_BLURRED',
  'HOLDING_MISSING',
  'FACE_MISMATCH',
  'NAME_MISMATCH',
  'DOC_EXPIRED',
  'DOC_UNSUPPORTED',
] as const

/** Why a field was refused, what to do about it where the form can be sent again, and the reviewer's own words. */
export function useReasonText(canSend: boolean): (reason: IdentificationReason) => string {
  const sentences = useSentences()
  const t = useTranslations('identity')
  return ({ code, text }) => {
    const fix = canSend && fixes.find((one) => one === code)
    return sentences(
      t(`reason.${code}`),
      fix && t(`fix.${fix}`),
      text !== undefined && text !== '' && t('correct.said', { text: isolated(text) }),
    )
  }
}
