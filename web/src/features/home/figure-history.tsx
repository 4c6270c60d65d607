import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Figure } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { figureText, headerFigures } from './figure-text.ts'

const freshMs = 60_000
const load = async () => (await import('./load-figures.ts')).loadHistory()

/** The figures of the header before, as they were signed then. */
export function FigureHistory() {
  const t = useTranslations('transparency')
  const tag = languageOf(useLang()).tag
  const { data: past = [] } = useFetched('stats history', load, freshMs)
  if (past.length === 0) return null
  const time = timeFormat(tag, { dateStyle: 'short', timeStyle: 'short' })
  return (
    <Card className="p-4 desktop:p-5">
      <h2 className="text-16 font-700">{t('history')}</h2>
      <p className="mt-1 max-w-text text-13 text-fg2">{t('historyText')}</p>
      <div className="mt-3 overflow-x-auto" tabIndex={0} role="group" aria-label={t('history')}>
        <table className="w-full text-13 desktop:whitespace-nowrap">
          <thead className="text-fg3">
            <tr>
              <th scope="col" className="py-1.5 pe-4 text-start align-bottom font-500">
                {t('asOf')}
              </th>
              {headerFigures.map((name) => (
                <th key={name} scope="col" className="py-1.5 ps-4 text-end align-bottom font-500">
                  {t(`${name}.title`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {past.map(({ at, figures }) => (
              <tr key={at} className="border-t border-line">
                <th scope="row" className="py-1.5 pe-4 text-start font-400 whitespace-nowrap">
                  {time.format(at)}
                </th>
                {headerFigures.map((name) => (
                  <td key={name} className="py-1.5 ps-4 text-end whitespace-nowrap">
                    <Figure>{figureText(name, figures.find((one) => one.name === name)?.value ?? null, tag)}</Figure>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
