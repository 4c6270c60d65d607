import type { LangState } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { languageOf } from '../../lib/settings.ts'
import { langStatusOf, type LangStatus } from './content-words.ts'

const marks: Record<LangStatus, { icon: IconName; className: string }> = {
  published: { icon: 'check', className: 'border-line text-fg2' },
  stale: { icon: 'retry', className: 'border-warn bg-warn-weak text-warn' },
  missing: { icon: 'minus', className: 'border-dashed border-control text-fg3' },
  draft: { icon: 'edit', className: 'border-accent bg-accent-weak text-accent-text' },
  review: { icon: 'eye', className: 'border-accent bg-accent-weak text-accent-text' },
  scheduled: { icon: 'clock', className: 'border-accent bg-accent-weak text-accent-text' },
  shipped: { icon: 'info', className: 'border-warn bg-warn-weak text-warn' },
}

/** An item's languages, each with where its text stands; one is opened by a press. */
export function LangStates({
  langs,
  chosen,
  onChoose,
}: {
  langs: readonly LangState[]
  chosen?: Lang
  onChoose: (lang: Lang) => void
}) {
  const t = useTranslations('content')
  return (
    <ul className="flex flex-wrap gap-1">
      {langs.map((state) => {
        const status = langStatusOf(state)
        const { icon, className } = marks[status]
        const name = t('langState', { language: languageOf(state.lang).name, state: t(`state.${status}`) })
        // What is seen is a part of what is received.
        const label = `${state.lang} ${name}`
        return (
          <li key={state.lang}>
            <button
              type="button"
              aria-label={label}
              title={name}
              aria-current={chosen === state.lang ? 'true' : undefined}
              onClick={() => onChoose(state.lang)}
              className={cx(
                'inline-flex min-h-7 items-center gap-0.5 rounded-chip border px-1.5 font-mono text-12 mobile:min-h-11 mobile:px-3',
                className,
                chosen === state.lang && 'outline-2 outline-offset-1 outline-accent-text',
              )}
            >
              {state.lang}
              <Icon name={icon} size={12} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** What the signs mean. */
export function StateLegend() {
  const t = useTranslations('content')
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-fg2">
      {(Object.keys(marks) as LangStatus[]).map((status) => (
        <li key={status} className="inline-flex items-center gap-1">
          <Icon name={marks[status].icon} size={14} />
          {t(`state.${status}`)}
        </li>
      ))}
    </ul>
  )
}
