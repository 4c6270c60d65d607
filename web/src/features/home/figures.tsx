import { useTranslations } from 'use-intl'
import { Figure } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'

const freshMs = 60_000
const loadFigures = async () => (await import('./load-figures.ts')).loadFigures()
const tiles = ['lowestFeePct', 'cryptoCount', 'registeredUsers', 'volume24h'] as const

/** The four figures, computed from the installation's own records; a dash where there is none. */
export function Figures() {
  const t = useTranslations('home')
  const tag = languageOf(useLang()).tag
  const { data: figures = [] } = useFetched('stats', loadFigures, freshMs)
  const asOf = figures.length === 0 ? undefined : Math.min(...figures.map((figure) => figure.asOf))
  return (
    <div>
      <dl className="grid grid-cols-4 overflow-hidden rounded-card bg-ink-panel ring-1 ring-ink-line desktop:grid-cols-2">
        {tiles.map((name, at) => (
          <div
            key={name}
            className={`flex flex-col-reverse justify-end gap-0.5 px-1.5 py-3 text-center desktop:px-6 desktop:py-5 desktop:text-start ${at > 0 ? 'border-s border-ink-line' : ''} ${at === 2 ? 'desktop:border-s-0' : ''} ${at > 1 ? 'desktop:border-t' : ''}`}
          >
            <dt className="text-12 text-ink-fg2 desktop:text-13">{t(`figure.${name}`)}</dt>
            <dd className="text-16 font-700 desktop:text-28">
              <Figure>{figureText(name, figures.find((figure) => figure.name === name)?.value ?? null, tag)}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 min-h-5 text-12 text-ink-fg2">
        {asOf === undefined
          ? t('figure.noneYet')
          : t('figure.asOf', {
              time: new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(asOf),
            })}
      </p>
    </div>
  )
}

/** A computed figure in few letters, never rounded up; a dash for none. */
export function figureText(name: (typeof tiles)[number], value: string | null, tag: string): string {
  if (value === null || !/^\d+(\.\d+)?$/.test(value)) return '—'
  const literal = value as Intl.StringNumericLiteral
  if (name === 'lowestFeePct') return `${value}%`
  const compact = new Intl.NumberFormat(tag, {
    notation: value.length > 6 ? 'compact' : 'standard',
    numberingSystem: 'latn',
    ...(value.length > 6 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 }),
    roundingMode: 'floor',
  } as Intl.NumberFormatOptions)
  return name === 'volume24h' ? `${compact.format(literal)} USDT` : compact.format(literal)
}
