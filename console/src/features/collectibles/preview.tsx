import type { Charity } from '@evenhand/protocol/charities.ts'
import { Amount } from '@evenhand/ui/format.tsx'
import { useTranslations } from 'use-intl'
import { WorkPicture } from './work-picture.tsx'
import { hasStartPrice, type DraftForm } from './draft-form.ts'

type PreviewProps = {
  work: { readonly imageHash: string; readonly title: string; readonly creator: string }
  form: DraftForm
  charity: Pick<Charity, 'name' | 'registrationNumber' | 'cause' | 'share'>
}

/** The card of the market as customers will see it, beside itself in the other direction of script. */
export function Preview(props: PreviewProps) {
  const t = useTranslations('collectibles')
  return (
    <figure>
      <figcaption className="mb-2 font-600">{t('preview')}</figcaption>
      <div className="grid grid-cols-2 gap-3">
        {(['ltr', 'rtl'] as const).map((dir) => (
          <div key={dir} dir={dir}>
            <Face {...props} />
          </div>
        ))}
      </div>
    </figure>
  )
}

function Face({ work, form, charity }: PreviewProps) {
  const t = useTranslations('collectibles')
  const price = hasStartPrice(form.saleMode) ? form.startPrice : form.price
  return (
    <div className="overflow-hidden rounded-card ring-1 ring-line">
      <WorkPicture work={work} className="h-auto w-full" />
      <div className="flex flex-col gap-1 p-3 text-13">
        <bdi className="text-15 font-700">{work.title}</bdi>
        <bdi className="text-fg2">{work.creator}</bdi>
        <p className="flex flex-wrap justify-between gap-x-2">
          <span className="text-fg2">{t(`mode.${form.saleMode}`)}</span>
          {/^\d+(\.\d+)?$/.test(price) && <Amount text={price} className="font-700" />}
        </p>
        <p className="border-t border-line pt-1 text-12 text-fg2">
          <bdi className="font-600 text-fg">{charity.name}</bdi> · <bdi>{charity.registrationNumber}</bdi> ·{' '}
          <bdi>{charity.cause}</bdi>
        </p>
      </div>
    </div>
  )
}
