import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import type { CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { useTranslations } from 'use-intl'
import { fieldsOfForm, keptNumberEnd } from './identity-form.ts'
import { requestedFields, namesInOrder, type FormStep } from './identity-steps.ts'
import type { IdentityWork } from './use-identity-form.ts'
import { useIdentityWords } from './use-identity-words.ts'

const parts: readonly FormStep[] = ['person', 'document', 'pictures']

/** All that will be sent, to be read over; each part can be gone back to. */
export function CheckStep({ work, own }: { work: IdentityWork; own: CustomerIdentification }) {
  const t = useTranslations('identity')
  const words = useIdentityWords()
  const { form, steps, go, problems } = work
  const kept = form.docNumber === '' ? keptNumberEnd(own, form.docType) : undefined
  const filled = kept === undefined ? form : { ...form, docNumber: `••• ${kept}` }
  return (
    <div className="flex flex-col gap-5">
      {parts.map((part) => (
        <section key={part} aria-label={t(`step.${part}`)}>
          <div className="flex min-h-11 items-center justify-between gap-3">
            <h3 className="font-600">{t(`step.${part}`)}</h3>
            {steps.includes(part) && (
              <Button
                variant="link"
                size="small"
                className="-me-3"
                aria-label={t('changeOf', { part: t(`step.${part}`) })}
                onClick={() => go(part)}
              >
                {t('change')}
              </Button>
            )}
          </div>
          <dl className="divide-y divide-line border-y border-line">
            {namesInOrder(requestedFields(part, form, fieldsOfForm(own)), words.tag).map((field) => (
              <div key={field} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
                <dt className="text-fg2">{words.label(field, form.docType)}</dt>
                <dd className="max-w-full min-w-0 break-words font-500">
                  <bdi>{words.valueText(filled, field)}</bdi>
                  <FieldError>{words.problem(problems[field])}</FieldError>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="flex items-start gap-2 text-13 text-fg2">
        <Icon name="lock" size={16} className="mt-0.5" />
        <span>{t('privacy')}</span>
      </p>
    </div>
  )
}
