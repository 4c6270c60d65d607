import { furtherDocuments, type DocumentNeed } from '@evenhand/protocol/identification.ts'
import { Checkbox, TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'

type NeedsListProps = { needs: readonly DocumentNeed[]; onNeeds: (needs: DocumentNeed[]) => void }

/** Further documents that the customer is to send with the next form, each with room for the reviewer's own words. */
export function NeedsList({ needs, onNeeds }: NeedsListProps) {
  const t = useTranslations('identity')
  return (
    <fieldset className="flex flex-col gap-2 text-13">
      <legend className="mb-1 font-600">{t('needs')}</legend>
      {furtherDocuments.map((field) => {
        const need = needs.find((one) => one.field === field)
        const others = needs.filter((one) => one.field !== field)
        return (
          <div key={field}>
            <Checkbox
              label={t(`field.${field}`)}
              checked={need !== undefined}
              onChange={({ target }) => onNeeds(target.checked ? [...others, { field }] : others)}
            />
            {need && (
              <TextField
                label={t('note', { field: t(`field.${field}`) })}
                maxLength={500}
                autoComplete="off"
                value={need.text ?? ''}
                onChange={({ target }) => onNeeds([...others, { field, text: target.value }])}
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
