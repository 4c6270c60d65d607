import { formatUnits } from '@evenhand/protocol/money.ts'
import { useTranslations } from 'use-intl'
import { useFetched } from '../../lib/use-fetched.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { FigurePart, Shown, valueOf } from './figure-part.tsx'
import { loansOutIn, lateness } from './loan-figure.ts'

const freshMs = 60_000
const load = async () => (await import('./load-figures.ts')).loadFigures()

/** How much is lent, and how much of it is late. */
export function LoanFigures() {
  const t = useTranslations('transparency')
  const { amount, number } = useLocalNumber()
  const { data } = useFetched('stats', load, freshMs)
  if (!data) return null
  const found = loansOutIn(valueOf(data, 'loansOut'))
  return (
    <section
      id="loans"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="loans-title"
    >
      <h2 id="loans-title" className="text-20 font-700 text-balance desktop:text-24">
        {t('loans.title')}
      </h2>
      <FigurePart stats={data} name="loansOut" title={t('loans.out')} text={t('loans.lead')}>
        {found === undefined ? (
          <Shown>{t('loans.none')}</Shown>
        ) : (
          <dl className="mt-3 grid gap-x-10 gap-y-2 text-14 desktop:grid-cols-2">
            {lateness.map((name) => (
              <div key={name} className="justify-between gap-x-4 desktop:flex">
                <dt className="text-fg2">{t(`loans.${name}`)}</dt>
                <dd className="font-600">
                  {t('loans.value', {
                    amount: amount(formatUnits(found[name].principal, 6, 2), 'USDT'),
                    loans: found[name].loans,
                    count: number(String(found[name].loans)),
                  })}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </FigurePart>
    </section>
  )
}
