import type { Lang } from '@evenhand/protocol/languages.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { useEffect, useState } from 'react'
import { IntlProvider, useTranslations, type Messages } from 'use-intl'
import { reportProblem } from '../lib/report-problem.ts'
import { endQuestion, languageOf } from '../lib/settings.ts'
import { switchLang } from '../lib/texts.ts'
import { RiseChoice } from './rise-choice.tsx'

// One sentence of another language: its catalogue would be thirty times that.
const offers = import.meta.glob<{ default: Messages['common'] }>('../texts/??/common.json', { query: '?offer' })

/** The question of a first visit, in one line: the browser's own language in its own words, or the colours of prices. */
export function FirstVisitLine({ suggested }: { suggested: Lang | undefined }) {
  return suggested === undefined ? <RiseQuestion /> : <LanguageQuestion lang={suggested} />
}

/** The pressed button goes away with its question: the keys go on where the screen begins. */
function useFocusAfter(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    },
    [],
  )
}

const line = 'mx-auto flex h-11 max-w-content items-center justify-center gap-2 px-gutter text-13'

function LanguageQuestion({ lang }: { lang: Lang }) {
  const [common, setCommon] = useState<Messages['common']>()
  useEffect(() => {
    // Without its texts nothing is requested: the list of languages is there all the same.
    offers[`../texts/${lang}/common.json`]?.().then(
      (offer) => setCommon(offer.default),
      () => undefined,
    )
  }, [lang])
  if (common === undefined) return null
  const { tag, dir } = languageOf(lang)
  return (
    <IntlProvider locale={tag} messages={{ common } as Messages}>
      <div lang={tag} dir={dir} className={line}>
        <LanguageWords lang={lang} />
      </div>
    </IntlProvider>
  )
}

function LanguageWords({ lang }: { lang: Lang }) {
  const t = useTranslations('common')
  useFocusAfter()
  return (
    <>
      <button
        type="button"
        onClick={() => void switchLang(lang).catch(reportProblem)}
        className="inline-flex min-h-11 items-center truncate font-600 text-accent-text underline underline-offset-2"
      >
        {t('language.suggest')}
      </button>
      <IconButton icon="close" label={t('close')} size={18} onClick={() => endQuestion('lang')} />
    </>
  )
}

function RiseQuestion() {
  const t = useTranslations('common')
  useFocusAfter()
  return (
    <div className={line}>
      <span className="text-fg2">{t('rise.label')}</span>
      <RiseChoice />
      <IconButton icon="close" label={t('close')} size={18} onClick={() => endQuestion('rise')} />
    </div>
  )
}
