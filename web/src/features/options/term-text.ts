import { useTranslations } from 'use-intl'

/** A limit time in words: 1 min, 4 h, 1 day. */
export function useTermText(): (limitTime: number) => string {
  const t = useTranslations('instrument')
  return (seconds) => {
    if (seconds % 86_400 === 0) return t('term.days', { count: seconds / 86_400 })
    if (seconds % 3600 === 0) return t('term.hours', { count: seconds / 3600 })
    return t('term.minutes', { count: seconds / 60 })
  }
}
