import type { SeenContent } from '@evenhand/protocol/content-console.ts'
import { useTranslations } from 'use-intl'
import { changedLines } from './changed-lines.ts'

const fields = ['title', 'keywords', 'summary', 'body'] as const

/** What a draft changes of what customers read: an operator who approves it must not look for the difference by eye. */
export function ChangedText({ seen: { published, draft }, lang }: { seen: SeenContent; lang: string }) {
  const t = useTranslations('content')
  if (published === null || draft === null) return null
  const changed = fields.flatMap((field) => changedLines(published[field], draft[field]))
  return (
    <section className="rounded-control border border-line">
      <h3 className="border-b border-line px-3 py-2 text-13 font-700">{t('changes.title')}</h3>
      {changed.length === 0 && <p className="p-3 text-13 text-fg2">{t('changes.none')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by key */}
      <div tabIndex={0} role="region" aria-label={t('changes.title')} className="max-h-64 overflow-y-auto empty:hidden">
        {changed.map(({ kind, text }, at) => {
          const Line = kind === 'gone' ? 'del' : 'ins'
          return (
            <p key={at} lang={lang} dir="auto" className="border-b border-line px-3 py-1.5 text-13 last:border-b-0">
              <Line className={kind === 'gone' ? 'text-fg2' : 'bg-accent-weak font-600 no-underline'}>{text}</Line>
            </p>
          )
        })}
      </div>
    </section>
  )
}
