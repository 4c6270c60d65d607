import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Figure } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { figureNumber, figureUnit, shownFigures } from './figure-text.ts'

const freshMs = 60_000
const load = async () => (await import('./load-figures.ts')).loadFigures()

/** The four figures, computed from the installation's own records; a dash where there is none, and the way to how. */
export function Figures() {
  const t = useTranslations('home')
  const tag = languageOf(useLang()).tag
  const { data } = useFetched('stats', load, freshMs)
  const figures = data?.figures ?? []
  const names = shownFigures(figures)
  const shown = figures.filter((figure) => names.some((name) => name === figure.name))
  const asOf = shown.length === 0 ? undefined : Math.min(...shown.map((figure) => figure.asOf))
  return (
    <div>
      <dl className="grid grid-cols-4 overflow-hidden rounded-card bg-ink-panel ring-1 ring-ink-line desktop:grid-cols-2">
        {names.map((name, at) => (
          <div
            key={name}
            className={`flex flex-col-reverse justify-end gap-0.5 px-0.5 py-2 text-center desktop:px-6 desktop:py-5 desktop:text-start ${at > 0 ? 'border-s border-ink-line' : ''} ${at === 2 ? 'desktop:border-s-0' : ''} ${at > 1 ? 'desktop:border-t' : ''}`}
          >
            <dt className="text-11 leading-tight text-balance text-ink-fg2 desktop:text-13">
              {t(`figure.${name}`)} {figureUnit(name) && <bdi className="whitespace-nowrap">{figureUnit(name)}</bdi>}
            </dt>
            {/* On one line whatever the number is, so that nothing moves when it comes. */}
            <dd className="text-16 font-700 whitespace-nowrap desktop:text-28">
              <Figure>{figureNumber(name, figures.find((figure) => figure.name === name)?.value ?? null, tag)}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      {/* As high before the time has come as after it, also where a language needs three lines. */}
      <p className="flex min-h-11 items-center justify-between gap-x-4 pt-1 text-12 leading-tight text-ink-fg2 desktop:mt-2 desktop:min-h-8 desktop:justify-start desktop:pt-0">
        <span className="min-w-0">
          {asOf === undefined
            ? t('figure.noneYet')
            : t('figure.asOf', {
                time: sentenceDate(tag, { timeStyle: 'short' }).format(asOf),
              })}
        </span>
        <Link
          to="/transparency"
          className="inline-flex min-h-11 max-w-1/2 shrink-0 items-center text-end text-ink-fg underline underline-offset-2 desktop:min-h-8 desktop:max-w-none"
        >
          {t('figure.how')}
        </Link>
      </p>
    </div>
  )
}
