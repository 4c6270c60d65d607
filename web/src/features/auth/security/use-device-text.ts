import { useTranslations } from 'use-intl'

type Traced = { browser: string | null; system: string | null }

/** The program and system a call came from, as far as it sent them. */
export function useDeviceText(): (params: Traced) => string {
  const t = useTranslations('security')
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t('session.device', { browser, system })
    return browser ?? system ?? t('session.unknown')
  }
}
