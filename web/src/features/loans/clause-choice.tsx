import { Checkbox } from '@evenhand/ui/field.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import type { Clauses } from './loans-query.ts'

type ChoiceProps = { clauses: Clauses; onChange: (clauses: Clauses) => void }

/** Clauses that are ticked apart from the agreement, off at first; what is ticked is in the text that is read and signed. */
export function ClauseChoice({ clauses, onChange }: ChoiceProps) {
  const t = useTranslations('loans')
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h2 className="text-16 font-700">{t('clauses.title')}</h2>
      <p className="text-13 text-fg2">{t('clauses.lead')}</p>
      {(['standingOrder', 'setOff'] as const).map((name) => (
        <Checkbox
          key={name}
          label={t(`clauses.${name}`)}
          checked={clauses[name]}
          onChange={({ target }) => onChange({ ...clauses, [name]: target.checked })}
        />
      ))}
      {(clauses.standingOrder || clauses.setOff) && <p className="text-13 text-fg2">{t('clauses.again')}</p>}
    </Card>
  )
}
