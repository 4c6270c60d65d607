import { langOf } from '@evenhand/protocol/languages.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../lib/settings.ts'

/** Says that a text stands in another language than the page, since there is no translation yet; else nothing. */
export function OtherLanguage({ written }: { written: string }) {
  const t = useTranslations('content')
  const lang = useLang()
  if (written === lang) return null
  const name = new Intl.DisplayNames(languageOf(lang).tag, { type: 'language' }).of(languageOf(langOf(written)).tag)
  return <Banner variant="info">{t('otherLanguage', { language: name ?? written })}</Banner>
}
