import { useTranslations } from 'use-intl'
import { isSandbox } from '../lib/settings.ts'

/** Shows on every screen that this is a sandbox. */
export function SandboxRibbon() {
  const t = useTranslations('common')
  if (!isSandbox()) return null
  return (
    <aside data-sandbox aria-label={t('sandboxLabel')} className="bg-warn-weak px-4 py-1 text-center text-12 text-warn">
      {t('sandbox')}
    </aside>
  )
}
