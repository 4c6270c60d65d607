import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useFetched } from '../../lib/use-fetched.ts'
import type { OperatorCallLine } from './load-capabilities.ts'
import { nameOfCall } from './name-of-call.ts'

const freshMs = 300_000
const load = async () => (await import('./load-capabilities.ts')).loadCapabilities()
const deeds = ['read', 'act', 'propose', 'approve'] as const

/** What the operators of this house can do, all of it, and that none of it sets a price, a tick or a result. */
export function Capabilities() {
  const t = useTranslations('transparency')
  const { data } = useFetched('capabilities', load, freshMs)
  if (!data) return null
  return (
    <section className="mx-auto flex max-w-240 flex-col gap-4 px-gutter pb-10" aria-labelledby="operators">
      <div>
        <h2 id="operators" className="text-20 font-700 text-balance desktop:text-24">
          {t('operators.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('operators.lead')}</p>
        <p className="mt-2 max-w-text text-15 font-600">{t('operators.sentence')}</p>
      </div>
      {deeds.map((does) => (
        <Deed key={does} does={does} calls={data.calls.filter((one) => one.does === does)} />
      ))}
      <p className="max-w-text text-13 text-fg2">
        {t('operators.hash')}{' '}
        <bdi dir="ltr" className="font-mono text-12 break-all">
          {data.hash}
        </bdi>
      </p>
      <a
        href="/swx/customer/public/capabilities"
        dir="ltr"
        className="inline-flex min-h-11 items-center self-start font-mono text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
      >
        /swx/customer/public/capabilities
      </a>
    </section>
  )
}

/**
 * The calls of one kind, in the language of the page. A call that is newer than the page is shown as the server names it, in
 * English.
 */
function Deed({ does, calls }: { does: (typeof deeds)[number]; calls: readonly OperatorCallLine[] }) {
  const t = useTranslations('transparency')
  return (
    <Card className="p-4 desktop:p-5">
      <h3 className="text-16 font-700">{t(`operators.does.${does}`, { count: calls.length })}</h3>
      <p className="mt-1 max-w-text text-13 text-fg2">{t(`operators.about.${does}`)}</p>
      <ul className="mt-3 flex flex-col">
        {calls.map(({ method, path, summary, roles }) => (
          <li key={`${method} ${path}`} className="border-t border-line py-3 text-13">
            <Sentence name={nameOfCall(method, path)} summary={summary} />
            <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-12 text-fg3">
              <span dir="ltr" className="font-mono break-all">{`${method} ${path}`}</span>
              <span>{roles.map((role) => t(`operators.roles.${role}`)).join(' · ')}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sentence({ name, summary }: { name: string; summary: string }) {
  const t = useTranslations('transparency')
  const key = `operators.calls.${name}` as 'operators.calls.GET audit'
  if (t.has(key)) return <p>{t(key)}</p>
  return (
    <p lang="en" dir="ltr" className="text-start">
      {summary}
    </p>
  )
}
