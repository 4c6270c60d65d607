import { Button } from '@evenhand/ui/button.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import type { ChangedField } from './changed-fields.ts'

/** The case changed while it was being read: old beside new, and signing waits until the new one was read. */
export function Conflict({ changed, onRead }: { changed: readonly ChangedField[]; onRead: () => void }) {
  const t = useTranslations('approval')
  const label = (name: string) => (t.has(`field.${name}` as never) ? t(`field.${name}` as 'field.amount') : name)
  return (
    <Banner
      variant="danger"
      action={
        <Button variant="secondary" size="small" onClick={onRead}>
          {t('conflict.read')}
        </Button>
      }
    >
      <p className="font-600">{t('conflict.title')}</p>
      <ul className="mt-1">
        {changed.map(({ name, before, after }) => (
          <li key={name}>
            {label(name)}: <del dir="ltr">{before ?? '—'}</del>{' '}
            <span aria-hidden className="inline-block rtl:-scale-x-100">
              →
            </span>{' '}
            <ins dir="ltr">{after ?? '—'}</ins>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
