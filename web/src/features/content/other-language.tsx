import { langOf } from '@evenhand/protocol/languages.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../lib/settings.ts'

type Written = { written: string }

/** The attributes of an element with a text that may stand in another language than the page: how to read it out and draw it. */
export const writtenIn = (written: string) => ({ lang: languageOf(langOf(written)).tag, dir: 'auto' }) as const

/** The sentence that a text stands in another language than the page, since there is no translation yet; else nothing. */
export function OtherLanguageText({ written }: Written) {
  const t = useTranslations('content')
  const lang = useLang()
  if (written === lang) return null
  const name = new Intl.DisplayNames(languageOf(lang).tag, { type: 'language' }).of(languageOf(langOf(written)).tag)
  return t('otherLanguage', { language: name ?? written })
}

/** The same above the text. */
export const OtherLanguage = ({ written }: Written) =>
  written === useLang() ? null : (
    <Banner variant="info">
      <OtherLanguageText written={written} />
    </Banner>
  )
