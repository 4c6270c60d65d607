import { languages } from '@evenhand/protocol/languages.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useState } from 'react'
import { reportProblem } from '../lib/report-problem.ts'
import { useLang } from '../lib/settings.ts'
import { switchLang } from '../lib/texts.ts'

/** The 11 languages, each in its own words. */
export function LanguageList({ onChosen }: { onChosen?: () => void }) {
  const lang = useLang()
  const [loading, setLoading] = useState<string>()
  const choose = async (value: (typeof languages)[number]['value']) => {
    setLoading(value)
    try {
      await switchLang(value)
      onChosen?.()
    } catch (problem) {
      reportProblem(problem)
    } finally {
      setLoading(undefined)
    }
  }
  return (
    <ul className="grid grid-cols-2 gap-1">
      {languages.map((language) => (
        <li key={language.value}>
          <button
            type="button"
            aria-current={language.value === lang ? 'true' : undefined}
            aria-busy={loading === language.value || undefined}
            onClick={() => void choose(language.value)}
            className={cx(
              'flex min-h-11 w-full items-center justify-between gap-2 rounded-control px-3 text-start',
              language.value === lang ? 'bg-accent-weak font-600 text-accent-text' : 'hover:bg-sunken',
            )}
          >
            {/* Each in its own direction, and all of them at the edge of the list. */}
            <bdi lang={language.tag} dir={language.dir}>
              {language.name}
            </bdi>
            {language.value === lang && <Icon name="check" size={18} />}
          </button>
        </li>
      ))}
    </ul>
  )
}
