import { IconButton } from '@evenhand/ui/button.tsx'
import { useTranslations } from 'use-intl'
import { setColorScheme, useColorScheme } from '../lib/settings.ts'

const next = { system: 'light', light: 'dark', dark: 'system' } as const
const icons = { system: 'settings', light: 'sun', dark: 'moon' } as const

/** Goes round: as the system, light, dark. The name shows what holds and what a press brings. */
export function ThemeButton() {
  const t = useTranslations('common')
  const scheme = useColorScheme()
  return (
    <IconButton
      icon={scheme === 'system' ? 'moon' : icons[scheme]}
      label={t('theme.button', { now: t(`theme.${scheme}`), next: t(`theme.${next[scheme]}`) })}
      onClick={() => setColorScheme(next[scheme])}
    />
  )
}
