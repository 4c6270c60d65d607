import { defaultLang } from '@evenhand/protocol/languages.ts'
import { Button } from '@evenhand/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { isolated } from '../../lib/isolated.ts'
import { Figure, formatDecimal, scaledInteger } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { hasShareSheet, openShareSheet } from '../../lib/share.ts'
import { ShownText } from '../../lib/shown-text.tsx'
import { Fact } from './fact.tsx'
import type { MarketInfo } from './use-market-info.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'

/** What the instrument is: how it is counted, when it trades, and what its options pay. */
export function InstrumentInfo({ info }: { info: MarketInfo }) {
  const t = useTranslations('chart')
  const { item, lotSize, pip, base, quote, venue } = info
  return (
    <div className="grid gap-x-10 gap-y-6 p-4 desktop:grid-cols-2 desktop:p-5">
      <Section title={t('info.title')}>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5 text-13">
          <Fact name={t('info.name')}>{item.appName}</Fact>
          <Fact name={t('info.base')}>
            <bdi dir="ltr">{base}</bdi>
          </Fact>
          <Fact name={t('info.quote')}>
            <bdi dir="ltr">{quote}</bdi>
          </Fact>
          <Fact name={t('info.lot')}>
            <Figure>{formatDecimal(lotSize)}</Figure>
          </Fact>
          <Fact name={t('info.pip')}>
            <Figure>{pip}</Figure>
          </Fact>
          {info.grain && (
            <>
              <Fact name={t('info.grainStep')}>
                <Figure>{formatDecimal(info.grain.step)}</Figure>
                {info.grain.source && (
                  <>
                    <Dot />
                    <bdi dir="ltr">{info.grain.source}</bdi>
                  </>
                )}
              </Fact>
              <Fact name={t('info.grainMove')}>
                <Figure>{formatDecimal(info.grain.deviation)}</Figure>
              </Fact>
            </>
          )}
          {item.feedKind !== 'simulated' && (
            <Fact name={t('source.venue')}>
              <bdi>{venue}</bdi>
            </Fact>
          )}
        </dl>
      </Section>
      <Section title={t('info.hours')}>
        <Hours calendar={info.calendar} />
      </Section>
      {info.options.length > 0 && (
        <Section title={t('info.payouts')}>
          <Payouts options={info.options} />
          <p className="text-12 text-fg3">{t('info.grainRule')}</p>
        </Section>
      )}
      <Section title={t('share.title')}>
        <PageLink code={item.code} name={item.appName} />
      </Section>
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h2 className="text-14 font-600">{title}</h2>
    {children}
  </section>
)

/** The page's link, which opens, and is previewed, in the language of who shares it. */
function PageLink({ code, name }: { code: string; name: string }) {
  const t = useTranslations('chart')
  const lang = useLang()
  const named = new URLSearchParams({ code, ...(lang !== defaultLang && { lang }) })
  const link = `${location.origin}/cruuency?${named.toString()}`
  return (
    <>
      <ShownText text={link} className="text-13" />
      {hasShareSheet() && (
        <Button
          variant="secondary"
          onClick={() => openShareSheet({ title: `${name} (${code}) · Evenhand`, url: link })}
        >
          {t('share.button')}
        </Button>
      )}
    </>
  )
}

/** A Monday, so that the names of seven days follow from seven dates. */
const someMonday = 1_767_571_200_000

function Hours({ calendar: { timeZone, week, soon, knownYears } }: { calendar: MarketInfo['calendar'] }) {
  const t = useTranslations('chart')
  const tag = languageOf(useLang()).tag
  const dayName = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })
  const dateName = sentenceDate(tag, { timeZone: 'UTC' })
  const always = week.every(([span, more]) => !more && span?.open === '00:00' && span.close === '24:00')
  if (always && soon.length === 0) return <p className="text-13">{t('info.always')}</p>
  return (
    <>
      <p className="text-12 text-fg3">{t('source.zone', { zone: isolated(timeZone) })}</p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-13">
        {week.map((spans, day) => (
          <Fact key={`${day + 1}`} name={dayName.format(someMonday + day * dayMs)}>
            {spans.length === 0 ? (
              <span className="text-fg3">{t('info.closed')}</span>
            ) : (
              spans.map(({ open, close }) => (
                <Figure key={open} className="ms-auto block w-fit">
                  {open}–{close}
                </Figure>
              ))
            )}
          </Fact>
        ))}
      </dl>
      {soon.length > 0 && (
        <>
          <h3 className="mt-2 text-13 font-600">{t('info.soon')}</h3>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-13">
            {soon.map(({ date, change, time }) => (
              <Fact key={`${date} ${change}`} name={dateName.format(utcOf(date))}>
                {t(`info.change.${change}`, { time: time ?? '' })}
              </Fact>
            ))}
          </dl>
        </>
      )}
      {knownYears !== undefined && (
        <p className="text-12 text-fg3">
          {knownYears === null ? t('info.holidaysUnknown') : t('info.holidaysKnown', { years: yearsText(knownYears) })}
        </p>
      )}
    </>
  )
}

const yearsText = ({ from, to }: { from: number; to: number }): string => (from === to ? `${from}` : `${from}–${to}`)

/** The start of a date written YYYY-MM-DD, epoch ms UTC, found by the names of the days themselves. */
function utcOf(date: string): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map((part) => Number.parseInt(part, 10))
  const shifted = month > 2 ? year : year - 1
  const monthFromMarch = (month + 9) % 12
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400)
  return (365 * shifted + leaps + Math.floor((153 * monthFromMarch + 2) / 5) + day - 719_469) * dayMs
}

function Payouts({ options }: { options: MarketInfo['options'] }) {
  const t = useTranslations('chart')
  return (
    <table className="w-full text-13">
      <thead className="text-fg3">
        <tr>
          {(['limitTime', 'payout', 'range'] as const).map((column) => (
            <th key={column} scope="col" className="py-1.5 text-end font-500 first:text-start">
              {t(`info.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {options.map(({ limitTime, payoutRate, min, max }) => (
          <tr key={limitTime} className="border-t border-line">
            <th scope="row" className="py-1.5 text-start font-400">
              <Term seconds={limitTime} />
            </th>
            <td className="py-1.5 text-end">
              <Figure>{percentText(payoutRate)}</Figure>
            </td>
            <td className="py-1.5 text-end">
              <Figure>
                {formatDecimal(min, { decimals: 2 })}–{formatDecimal(max, { decimals: 2 })}
              </Figure>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Term({ seconds }: { seconds: number }) {
  const t = useTranslations('instrument')
  if (seconds < 3600) return t('term.minutes', { count: seconds / 60 })
  return seconds < 86_400 ? t('term.hours', { count: seconds / 3600 }) : t('term.days', { count: seconds / 86_400 })
}

/** A rate as percent with two decimals: 0.94 is 94.00%. */
function percentText(rate: string): string {
  const hundredths = scaledInteger(rate, 4)
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`
}
