import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner, ErrorState } from '@evenhand/ui/states.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../layout/page-title.tsx'
import { useFetched } from '../../lib/use-fetched.ts'
import { FigureCard } from './figure-card.tsx'
import { FigureHistory } from './figure-history.tsx'
import { headerFigures } from './figure-text.ts'
import type { SignedStats } from './load-figures.ts'

const freshMs = 60_000
const load = async () => (await import('./load-figures.ts')).loadFigures()
const names = [...headerFigures, 'lateReceipts'] as const
const raw = ['stats', 'stats/history', 'keys'] as const

/** Gives the text of the signing keys this browser kept. */
type KeysProps = { keptKeys: () => Promise<string> }

/** How each public figure is computed: its meaning, value and time, the SQL that counted it, and the signature over all. */
export function FiguresPage({ keptKeys }: KeysProps) {
  const t = useTranslations('transparency')
  const common = useTranslations('common')
  const { data, problem, again } = useFetched('stats', load, freshMs)
  const sqlOf = (hash: string | null | undefined) => data?.queries.find((query) => query.hash === hash)?.sql
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-5 px-gutter py-4 desktop:py-8">
      <div>
        <PageTitle title={t('title')} inBar />
        <p className="desktop:mt-2 max-w-text text-15 text-fg2">{t('lead')}</p>
      </div>
      {data && <Checked stats={data} keptKeys={keptKeys} />}
      {!data && Boolean(problem) ? (
        <ErrorState
          title={common('state.loadFailed')}
          action={<Button onClick={() => again()}>{common('retry')}</Button>}
        />
      ) : (
        names.map((name) => {
          const figure = data?.figures.find((one) => one.name === name)
          return <FigureCard key={name} name={name} figure={figure} sql={sqlOf(figure?.sqlHash)} />
        })
      )}
      <FigureHistory />
      <section>
        <h2 className="text-16 font-700">{t('raw')}</h2>
        <p className="mt-1 max-w-text text-13 text-fg2">{t('rawText')}</p>
        <ul className="mt-2 flex flex-col text-13">
          {raw.map((path) => (
            <li key={path}>
              <a
                href={`/swx/customer/public/${path}`}
                dir="ltr"
                className="inline-flex min-h-11 items-center font-mono text-accent-text underline underline-offset-2 desktop:min-h-8"
              >
                {`/swx/customer/public/${path}`}
              </a>
            </li>
          ))}
        </ul>
        <Link
          to="/verify"
          className="mt-2 inline-flex min-h-11 items-center gap-1 text-15 font-600 text-accent-text no-underline desktop:min-h-8"
        >
          {t('checkFile')}
          <Icon name="go" size={18} />
        </Link>
      </section>
    </div>
  )
}

/** What this browser found when it checked the signature itself. */
function Checked({ stats, keptKeys }: { stats: SignedStats } & KeysProps) {
  const t = useTranslations('transparency')
  const [state, setState] = useState<'checking' | 'right' | 'wrong' | 'unknown'>('checking')
  useEffect(() => {
    let wanted = true
    const check = async () => {
      const [{ checkFigures }, keys] = await Promise.all([import('./check-figures.ts'), keptKeys()])
      return checkFigures(stats, keys) ? 'right' : 'wrong'
    }
    check().then(
      (found) => wanted && setState(found),
      () => wanted && setState('unknown'),
    )
    return () => void (wanted = false)
  }, [stats, keptKeys])
  const variant = state === 'right' ? 'good' : state === 'wrong' ? 'danger' : 'info'
  return (
    <Banner variant={variant}>
      {t(`signature.${state}`)}{' '}
      <bdi dir="ltr" className="font-mono text-12">
        {stats.keyId}
      </bdi>
    </Banner>
  )
}
