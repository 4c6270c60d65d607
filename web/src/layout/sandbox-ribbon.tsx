import { useTranslations } from 'use-intl'

/** The server marks the page of a live installation; every other one is a sandbox and is marked so on every screen. */
export const isSandbox = (): boolean =>
  typeof document === 'undefined' || document.documentElement.dataset['mode'] !== 'live'

export function SandboxRibbon() {
  const t = useTranslations('common')
  if (!isSandbox()) return null
  return (
    <p data-sandbox className="bg-sunken px-gutter py-1 text-center text-12 text-fg2">
      {t('sandbox.ribbon')}
    </p>
  )
}
