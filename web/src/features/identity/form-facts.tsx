import { reviewedFields, type CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { isPicture, sentForm } from './identity-form.ts'
import { namesInOrder } from './identity-steps.ts'
import { useIdentityWords } from './use-identity-words.ts'

/** What the customer sent last and its pictures by name; of the document's number its end alone. */
export function StatedFacts({ own }: { own: CustomerIdentification }) {
  const t = useTranslations('identity')
  const words = useIdentityWords()
  if (own.last === null) return null
  const form = { ...sentForm(own.last), docNumber: `••• ${own.last.docNumberEnd}` }
  return (
    <Card className="max-w-card p-5">
      <details>
        <summary className="cursor-pointer py-1.5 mobile:min-h-11 mobile:py-2.5 font-600 text-accent-text">
          {t('stated')}
        </summary>
        <dl className="mt-3 divide-y divide-line border-t border-line">
          {namesInOrder(
            reviewedFields.filter((field) => !isPicture(field) || form[field] !== ''),
            words.tag,
          ).map((field) => (
            <div key={field} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
              <dt className="text-fg2">{words.label(field, form.docType)}</dt>
              <dd className="max-w-full min-w-0 break-words font-500">
                <bdi>{words.valueText(form, field)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}
