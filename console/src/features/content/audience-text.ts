import type { NoticeAudience } from '@evenhand/protocol/public-notices.ts'
import { useTranslations } from 'use-intl'
import { languageOf, useTag } from '../../lib/settings.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'

/** Whom a notice is for, in one line. */
export function useAudienceText(): (audience: NoticeAudience) => string {
  const t = useTranslations('content')
  const tag = useTag()
  return ({ countries, languages, mode, loggedIn }) => {
    const parts = [
      t(`notice.loggedIn.${loggedIn}`),
      ...(mode === 'any' ? [] : [t(`notice.mode.${mode}`)]),
      ...(languages.length === 0 ? [] : [languages.map((lang) => languageOf(lang as Lang).name).join(' ')]),
      ...(countries.length === 0 ? [] : [countries.join(' ')]),
    ]
    return new Intl.ListFormat(tag, { style: 'narrow' }).format(parts)
  }
}
