import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type SqlDetailsProps = { sql: string; className?: string; children?: ReactNode }

/** The exact query of the records, on request; below it what else belongs to it. */
export function SqlDetails({ sql, className, children }: SqlDetailsProps) {
  const t = useTranslations('transparency')
  return (
    <details className={className}>
      <summary className="min-h-8 cursor-pointer py-1.5 text-13 font-600 text-accent-text mobile:min-h-11 mobile:py-3">
        {t('showSql')}
      </summary>
      <pre
        dir="ltr"
        tabIndex={0}
        aria-label={t('query')}
        className="mt-2 overflow-x-auto rounded-control bg-sunken p-3 text-12"
      >
        <code>{sql}</code>
      </pre>
      {children}
    </details>
  )
}
