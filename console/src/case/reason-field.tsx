import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import type { KeyboardEvent } from 'react'
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
  // The customer must not learn of it.
  silent: ['records'],
} as const
export type ReasonAbout = keyof typeof often

/** Whether a reason has content. */
export const isReason = (text: string): boolean => text.trim().length >= 3

/** Why, in the operator's own words: it stands in the record. */
export function ReasonField({ value, onChange, tried, hint, about }: ReasonFieldProps) {
  const t = useTranslations('common')
  return (
    <TextArea
      label={t('reason.label')}
      hint={hint ?? t(about === 'silent' ? 'reason.silent' : 'reason.hint')}
      error={tried && !isReason(value) && t('reason.needed')}
      offers={<Often about={about} value={value} onChange={onChange} />}
      rows={2}
      maxLength={500}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Who types while one of these reasons has focus writes a reason of his own: the text takes focus before the letter arrives. */
function typeInText({ key, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent<HTMLElement>): void {
  // An input method, as for Chinese, reports every key as being processed.
  const isWritten = key === 'Process' || (key.length === 1 && key !== ' ')
  if (!isWritten || ctrlKey || metaKey || altKey) return
  currentTarget.parentElement?.querySelector('textarea')?.focus()
}

/** Reasons that are often given, one press each. */
function Often({ about, value, onChange }: Pick<ReasonFieldProps, 'about' | 'value' | 'onChange'>) {
  const t = useTranslations('common')
  return (
    <div role="group" aria-label={t('reason.often')} onKeyDown={typeInText} className="mb-2 flex flex-wrap gap-1.5">
      {often[about].map((key) => {
        const template = t(`reason.given.${key}`)
        return (
          <ChoiceChip key={key} chosen={value === template} onChoose={() => onChange(template)} className="text-13!">
            {template}
          </ChoiceChip>
        )
      })}
    </div>
  )
}
