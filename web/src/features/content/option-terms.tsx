import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Figure, formatAmount, scaledInteger } from '../../lib/format.tsx'
import { useLasted } from '../../lib/lasted.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import type { ChangedRow } from './terms-changes.ts'

const freshMs = 60_000
const load = async () => (await import('./load-terms.ts')).loadTerms()
type Version = Awaited<ReturnType<typeof load>>['versions'][number]

/** The terms of options and every change of them, announced a day before it holds: what they were beside what they become. */
export function OptionTerms() {
  const t = useTranslations('transparency')
  const { data } = useFetched('terms', load, freshMs)
  if (!data) return null
  return (
    <section
      id="terms"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="terms-title"
    >
      <div>
        <h2 id="terms-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('terms.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('terms.lead')}</p>
      </div>
      {data.versions.map((one) => (
        <OneVersion key={one.version} of={one} inForce={data.inForce} />
      ))}
      <a
        href="/swx/customer/public/params/changes"
        dir="ltr"
        className="inline-flex min-h-11 items-center self-start font-mono text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
      >
        /swx/customer/public/params/changes
      </a>
    </section>
  )
}

function OneVersion({ of: { version, appliesAt, reason, hash, rows }, inForce }: { of: Version; inForce: number }) {
  const t = useTranslations('transparency')
  const tag = languageOf(useLang()).tag
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const stands = version === inForce ? 'inForce' : version > inForce ? 'later' : 'past'
  return (
    <Card className="p-4 desktop:p-5">
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-16 font-700">
        {t('terms.version', { version })}
        <span className={stands === 'later' ? 'text-13 font-600 text-warn' : 'text-13 font-500 text-fg2'}>
          {t(`terms.${stands}`)}
        </span>
      </h3>
      {appliesAt !== null && (
        <p className="mt-1 text-13 text-fg2">{t('terms.from', { time: time.format(appliesAt) })}</p>
      )}
      {reason !== null && (
        <p className="mt-1 max-w-text text-13 break-words text-fg2">
          <bdi>{reason}</bdi>
        </p>
      )}
      <Rows rows={rows} label={t('terms.version', { version })} />
      <p className="mt-3 text-12 text-fg3">
        {t('terms.hash')}{' '}
        <bdi dir="ltr" className="font-mono break-all">
          {hash}
        </bdi>
      </p>
    </Card>
  )
}

function Rows({ rows, label }: { rows: readonly ChangedRow[]; label: string }) {
  const t = useTranslations('transparency')
  const lasted = useLasted()
  return (
    <div className="mt-3 overflow-x-auto" tabIndex={0} role="group" aria-label={label}>
      <table className="w-full text-13 whitespace-nowrap">
        <thead className="text-fg3">
          <tr>
            <th scope="col" className="py-1.5 pe-4 text-start font-500">
              {t('terms.limitTime')}
            </th>
            {(['min', 'max', 'payoutRate'] as const).map((name) => (
              <th key={name} scope="col" className="py-1.5 ps-4 text-end font-500">
                {t(`terms.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ before, ...row }) => (
            <tr key={row.limitTime} className="border-t border-line">
              <th scope="row" className="py-1.5 pe-4 text-start font-400">
                {lasted(row.limitTime)}
              </th>
              <Cell before={before && formatAmount(before.min)} now={formatAmount(row.min)} />
              <Cell before={before && formatAmount(before.max)} now={formatAmount(row.max)} />
              <Cell before={before && percent(before.payoutRate)} now={percent(row.payoutRate)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A rate as the share of the stake that is won. */
const percent = (rate: string): string => `${Number(scaledInteger(rate, 4)) / 100}%`

/** A value, after the one it replaces. */
function Cell({ before, now }: { before: string | undefined; now: string }) {
  const isOther = before !== undefined && before !== now
  return (
    <td className="py-1.5 ps-4 text-end">
      {isOther && (
        <del className="me-2 text-fg3">
          <Figure>{before}</Figure>
        </del>
      )}
      {isOther ? (
        <ins className="font-600 no-underline">
          <Figure>{now}</Figure>
        </ins>
      ) : (
        <Figure>{now}</Figure>
      )}
    </td>
  )
}
