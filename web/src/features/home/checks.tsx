import { differenceWords, type FindingTexts } from '@evenhand/protocol/audit-words.ts'
import type { PublicCheck } from '@evenhand/protocol/books.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Difference } from '@evenhand/ui/difference.tsx'
import { Card, ErrorState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useFetched } from '../../lib/use-fetched.ts'
import { useWhen } from '../../lib/use-when.ts'

const freshMs = 60_000
const load = async () => (await import('./load-checks.ts')).loadChecks()
const findingsShown = 5

/** What the books found when they checked themselves, and when: an old result is never shown as a present one. */
export function Checks() {
  const t = useTranslations('transparency')
  const common = useTranslations('common')
  const { data, problem, again } = useFetched('checks', load, freshMs)
  if (!data && !problem) return null
  return (
    <section
      id="checks"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="checks-title"
    >
      <div>
        <h2 id="checks-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('checks.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('checks.lead')}</p>
      </div>
      {data ? (
        <div className="grid gap-3 desktop:grid-cols-3">
          {data.map((check) => (
            <CheckCard key={check.kind} check={check} />
          ))}
        </div>
      ) : (
        <ErrorState
          title={common('state.loadFailed')}
          action={<Button onClick={() => again()}>{common('retry')}</Button>}
        />
      )}
      <a
        href="/swx/customer/public/checks"
        dir="ltr"
        className="inline-flex min-h-11 items-center self-start font-mono text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
      >
        /swx/customer/public/checks
      </a>
    </section>
  )
}

function CheckCard({ check: { kind, at, state, findings } }: { check: PublicCheck }) {
  const t = useTranslations('transparency')
  const words = useTranslations('finding')
  const texts: FindingTexts = {
    has: (key) => words.has(key as never),
    textOf: (key, values) => words(key as never, values as never),
  }
  const when = useWhen()
  return (
    <Card className="p-4">
      <h3 className="flex items-center justify-between gap-3 text-16 font-700">
        {t(`checks.of.${kind}`)}
        <span className={state === 'ok' ? 'text-13 text-good' : 'text-13 text-danger'}>
          {t(`checks.state.${state}`)}
        </span>
      </h3>
      <p className="mt-2 text-13 text-fg2">{t(`checks.text.${kind}`)}</p>
      <p className="mt-2 text-13 text-fg2">{at === null ? t('checks.never') : t('checks.at', { at: when(at) })}</p>
      {findings.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2 text-12">
          {findings.slice(0, findingsShown).map((finding) => (
            <Difference key={`${finding.at}${finding.found}`} {...differenceWords(finding, texts)} />
          ))}
        </ul>
      )}
    </Card>
  )
}
