import type { PublicFigure } from '@evenhand/protocol/books.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Figure } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { figureText, type FigureName } from './figure-text.ts'
import { SqlDetails } from './sql-details.tsx'

type FigureCardProps = { name: FigureName; figure: PublicFigure | undefined; sql: string | undefined }

/** One figure: what it is now, what it means, from which time, and the exact query of the records. */
export function FigureCard({ name, figure, sql }: FigureCardProps) {
  const t = useTranslations('transparency')
  const tag = languageOf(useLang()).tag
  return (
    <Card className="flex flex-col gap-3 p-4 desktop:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-16 font-700">{t(`${name}.title`)}</h2>
        <p className="min-h-8 text-20 font-700">
          <Figure>{figureText(name, figure?.value ?? null, tag)}</Figure>
        </p>
      </div>
      <p className="max-w-text text-fg2">{t(`${name}.text`)}</p>
      <dl className="flex flex-col gap-1 text-13 text-fg2">
        <div className="flex flex-wrap gap-x-2">
          <dt>{t('asOf')}</dt>
          <dd className="text-fg">{figure ? sentenceDate(tag, { timeStyle: 'medium' }).format(figure.asOf) : '—'}</dd>
        </div>
        {figure?.query && (
          <div className="flex flex-wrap gap-x-2">
            <dt>{t('query')}</dt>
            <dd className="text-fg">
              <bdi dir="ltr">{figure.query}</bdi>
            </dd>
          </div>
        )}
        {figure?.sqlHash && (
          <div className="flex flex-wrap gap-x-2">
            <dt>{t('hash')}</dt>
            <dd dir="ltr" className="font-mono text-12 break-all text-fg">
              {figure.sqlHash}
            </dd>
          </div>
        )}
      </dl>
      {sql && (
        <SqlDetails sql={sql}>
          {sql.includes('$1') && <p className="mt-2 text-12 text-fg2">{t('parameters')}</p>}
        </SqlDetails>
      )}
    </Card>
  )
}
