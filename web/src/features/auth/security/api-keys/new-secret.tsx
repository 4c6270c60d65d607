import { Button } from '@evenhand/ui/button.tsx'
import { useTranslations } from 'use-intl'
import { Section } from '../../../../layout/section.tsx'
import { CopyButton } from '../copy-button.tsx'

/** The text of a key that was just made, which is shown this once. */
export function NewSecret({ secret, onKept }: { secret: string; onKept: () => void }) {
  const t = useTranslations('security')
  return (
    <Section title={t('apiKey.made')} text={t('apiKey.once')}>
      <output dir="ltr" className="rounded-control bg-sunken p-3 font-600 break-all select-all">
        {secret}
      </output>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret} label={t('apiKey.copy')} />
        <Button onClick={onKept}>{t('apiKey.kept')}</Button>
      </div>
    </Section>
  )
}
