import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useId } from 'react'
import { useTranslations } from 'use-intl'

type ReasonFieldProps = {
  value: string
  onChange: (value: string) => void
  tried: boolean
  hint?: string
  /** What it is a reason for: reasons that are often given for it stand above, one press each. */
  about: ReasonAbout
}

const often = {
  look: ['queue', 'appeal', 'asked'],
  credit: ['chain', 'proof'],
  pay: ['address', 'customer'],
  refuse: ['notFound', 'unclear', 'customer'],
  correct: ['unclear', 'customer'],
  agree: ['records', 'customer'],
  identity: ['documents', 'records', 'customer'],
  answer: ['records', 'customer'],
} as const
export type ReasonAbout = keyof typeof often

/** Whether a reason says something. */
export const isReason = (text: string): boolean => text.trim().length >= 3

/** Why, in the operator's own words: it stands in the record. */
export function ReasonField({ value, onChange, tried, hint, about }: ReasonFieldProps) {
  const t = useTranslations('common')
  const id = useId()
  const wrong = tried && !isReason(value)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-500">
        {t('reason.label')}
      </label>
      <div role="group" aria-label={t('reason.often')} className="mb-2 flex flex-wrap gap-1.5">
        {often[about].map((key) => {
          const template = t(`reason.given.${key}`)
          return (
            <ChoiceChip key={key} chosen={value === template} onChoose={() => onChange(template)} className="text-13!">
              {template}
            </ChoiceChip>
          )
        })}
      </div>
      <textarea
        id={id}
        dir="auto"
        rows={2}
        maxLength={500}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-hint${wrong ? ` ${id}-error` : ''}`}
        className="w-full rounded-control border border-control bg-surface px-3.5 py-2 text-15"
      />
      <FieldError id={`${id}-error`}>{wrong && t('reason.needed')}</FieldError>
      <p id={`${id}-hint`} className="mt-1 text-13 text-fg3">
        {hint ?? t('reason.hint')}
      </p>
    </div>
  )
}
