import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { FigureCell, FigureRow, FigureTable } from '../../lib/figure-table.tsx'
import { Figure } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { figureNumber, figureUnit, headerFigures, type FigureName } from './figure-text.ts'

const freshMs = 60_000
const load = async () => (await import('./load-figures.ts')).loadHistory()

/** The figures of the header before, as they were signed then. */
export function FigureHistory() {
  const t = useTranslations('transparency')
  const tag = languageOf(useLang()).tag
  const { data: past = [] } = useFetched('stats history', load, freshMs)
  if (past.length === 0) return null
  const titleOf = (name: FigureName) => [t(`${name}.title`), figureUnit(name)].filter(Boolean).join(' ')
  const time = timeFormat(tag, { dateStyle: 'short', timeStyle: 'short' })
  return (
    <Card className="p-4 desktop:p-5">
      <h2 className="text-16 font-700">{t('history')}</h2>
      <p className="mt-1 max-w-text text-13 text-fg2">{t('historyText')}</p>
      <div className="mt-3 overflow-x-auto" tabIndex={0} role="group" aria-label={t('history')}>
        <FigureTable first={t('asOf')} columns={headerFigures.map((name) => titleOf(name))}>
          {past.map(({ at, figures }) => (
            <FigureRow key={at} name={time.format(at)}>
              {headerFigures.map((name) => (
                <FigureCell key={name}>
                  <Figure>{figureNumber(name, figures.find((one) => one.name === name)?.value ?? null, tag)}</Figure>
                </FigureCell>
              ))}
            </FigureRow>
          ))}
        </FigureTable>
      </div>
    </Card>
  )
}
