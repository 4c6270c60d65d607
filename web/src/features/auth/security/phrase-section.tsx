import { phraseLength, setAntiPhishing } from '@evenhand/protocol/sessions.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { isRefused } from '../../../lib/problem.ts'
import { namedFields } from '../../../lib/proving/form-problem.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { Loaded, Section } from '../../../layout/section.tsx'
import { useChange } from './use-change.ts'
import { usePhrase } from '../../../lib/proving/use-security.ts'

/** The customer's own words, by which our mails are known. */
export function PhraseSection() {
  const t = useTranslations('security')
  const query = usePhrase()
  const phrase = query.data?.phrase
  return (
    <Section title={t('phrase.title')} text={t('phrase.text')} state={query.data && t(phrase === null ? 'off' : 'on')}>
      <Loaded query={query}>{(data) => <PhraseForm kept={data.phrase ?? ''} />}</Loaded>
    </Section>
  )
}

const reasons = ['tooShort', 'tooLong', 'markup', 'address'] as const
const reasonOf = (problem: unknown) =>
  isRefused(problem, 'dataIncomplete') ? reasons.find((one) => namedFields(problem)[0]?.reason === one) : undefined

function PhraseForm({ kept }: { kept: string }) {
  const t = useTranslations('security')
  const proofText = useProofText()
  const [phrase, setPhrase] = useState(kept)
  const [attempt, setAttempt] = useState(0)
  const form = useFirstError(attempt)
  const saving = useChange(
    (words: string) =>
      call(setAntiPhishing, { phrase: words }).catch((cause: unknown) => {
        setAttempt((count) => count + 1)
        throw cause
      }),
    ({ phrase: now }) => {
      setPhrase(now ?? '')
      toast(t(now === null ? 'phrase.removed' : 'phrase.saved'), 'good')
    },
  )
  const reason = reasonOf(saving.problem)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.run(phrase.trim())
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <TextField
        label={t('phrase.label')}
        hint={t('phrase.hint', { min: phraseLength.min, max: phraseLength.max })}
        value={phrase}
        onChange={(event) => {
          setPhrase(event.target.value)
          saving.reset()
        }}
        error={reason && t(`phrase.problem.${reason}`, { min: phraseLength.min, max: phraseLength.max })}
        autoComplete="off"
        maxLength={64}
      />
      <FieldError>{reason ? undefined : proofText(saving.problem)}</FieldError>
      <Button type="submit" variant="secondary" className="self-start" busy={saving.isPending}>
        {t('phrase.save')}
      </Button>
    </form>
  )
}
