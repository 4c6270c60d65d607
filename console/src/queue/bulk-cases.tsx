import { PasskeyFailed } from '@evenhand/ui/passkey.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { passkeyProblem } from '../lib/authenticator.ts'
import { useProblemText } from '../lib/problem-text.ts'
import type { BulkWords } from './bulk-decide.tsx'
import type { BulkOutcome } from './bulk-run.ts'

/** A case as it stands in the list of what is decided together. */
export type BulkCase = {
  readonly id: string
  readonly name: string
  readonly customer: string
  readonly amount: ReactNode
  /** Who has rejected it already, or anything else to know before. */
  readonly note?: string | undefined
  /** Why it is left as it is. */
  readonly unfit?: string | undefined
}

type BulkCasesProps = {
  words: Pick<BulkWords, 'cases' | 'decided' | 'gone'>
  cases: readonly BulkCase[]
  outcomes: ReadonlyMap<string, BulkOutcome>
}

/** The cases with customer and amount, and beside each what came of it. */
export function BulkCases({ words, cases, outcomes }: BulkCasesProps) {
  return (
    <section aria-label={words.cases}>
      <h3 className="mb-1.5 font-500">{words.cases}</h3>
      <ul className="max-h-72 overflow-y-auto rounded-control border border-line">
        {cases.map((one) => (
          <li key={one.id} className="grid grid-cols-[1fr_auto] gap-x-3 border-b border-line px-3 py-2 last:border-0">
            <span className="truncate">
              <bdi className="font-600">{one.name}</bdi> · <bdi>{one.customer}</bdi>
            </span>
            <span className="text-end">{one.amount}</span>
            <Note words={words} shown={one} outcome={outcomes.get(one.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type NoteProps = { words: BulkCasesProps['words']; shown: BulkCase; outcome: BulkOutcome | undefined }
function Note({ words, shown: { note, unfit }, outcome }: NoteProps) {
  const t = useTranslations('common')
  const approval = useTranslations('approval')
  const problemText = useProblemText()
  const classes = 'col-span-2 text-13'
  if (outcome === undefined) {
    const hint = unfit ?? note
    return hint === undefined ? null : <span className={`${classes} text-warn`}>{hint}</span>
  }
  if (outcome.kind === 'decided') return <span className={`${classes} text-good`}>{words.decided}</span>
  if (outcome.kind === 'gone') return <span className={`${classes} text-warn`}>{words.gone}</span>
  if (outcome.kind !== 'refused') return <span className={`${classes} text-warn`}>{t(`bulk.${outcome.kind}`)}</span>
  const { problem } = outcome
  const why = problem instanceof PasskeyFailed ? approval(passkeyProblem(problem)) : problemText(problem)
  return <span className={`${classes} text-danger`}>{why}</span>
}
