import { operatorRoles } from '@evenhand/protocol/operator-route.ts'
import { parseInline } from '@evenhand/ui/markdown.ts'
import { Parts } from '@evenhand/ui/markdown-view.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { useFetched } from '../../lib/use-fetched.ts'
import type { OperatorCallLine } from './load-capabilities.ts'
import { nameOfCall } from './name-of-call.ts'

const freshMs = 300_000
const load = async () => (await import('./load-capabilities.ts')).loadCapabilities()
const deeds = ['read', 'act', 'propose', 'approve'] as const
type Role = OperatorCallLine['roles'][number]

/** What the operators of this house can do, all of it, and that none of it sets a price, a tick or a result. */
export function Capabilities() {
  const t = useTranslations('capabilities')
  const { data } = useFetched('capabilities', load, freshMs)
  const [role, setRole] = useState<Role>()
  if (!data) return null
  const roles = [...new Set(data.calls.flatMap((one) => one.roles))]
  const calls = data.calls.filter((one) => role === undefined || one.roles.includes(role))
  return (
    <section className="mx-auto flex max-w-240 flex-col gap-4 px-gutter pb-10" aria-labelledby="operators">
      <div>
        <h2 id="operators" className="text-20 font-700 text-balance desktop:text-24">
          {t('title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('lead')}</p>
        <p className="mt-2 max-w-text text-15 font-600">{t('sentence')}</p>
      </div>
      <Select
        label={t('role')}
        className="w-full desktop:w-72"
        value={role ?? ''}
        onChange={(event) => setRole(roles.find((one) => one === event.target.value))}
        options={[
          { value: '', label: t('allRoles') },
          ...roles.map((value) => ({ value, label: t(`roles.${value}`) })),
        ]}
      />
      {deeds.map((does) => (
        <Deed key={does} does={does} calls={calls.filter((one) => one.does === does)} />
      ))}
      <p className="max-w-text text-13 text-fg2">
        {t('hash')}{' '}
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
 * The calls of one kind, in the language of the page, folded: there are many. A call that is newer than the page is shown as
 * the server names it, in English.
 */
function Deed({ does, calls }: { does: (typeof deeds)[number]; calls: readonly OperatorCallLine[] }) {
  const t = useTranslations('capabilities')
  return (
    <Card className="p-4 desktop:p-5">
      <h3 className="text-16 font-700">{t(`does.${does}`, { count: calls.length })}</h3>
      <p className="mt-1 max-w-text text-13 text-fg2">{t(`about.${does}`)}</p>
      {calls.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-8 cursor-pointer py-1.5 text-13 font-600 text-accent-text mobile:min-h-11 mobile:py-3">
            {t('show')}
          </summary>
          <ul className="mt-1 flex flex-col">
            {calls.map((call) => (
              <CallRow key={`${call.method} ${call.path}`} call={call} />
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

function CallRow({ call: { method, path, summary, roles } }: { call: OperatorCallLine }) {
  const t = useTranslations('capabilities')
  return (
    <li className="border-t border-line py-3 text-13">
      <Sentence name={nameOfCall(method, path)} summary={summary} />
      <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-12 text-fg3">
        <span dir="ltr" className="font-mono break-all">{`${method} ${path}`}</span>
        <span>
          {roles.length === operatorRoles.length
            ? t('allRoles')
            : roles.map((role, at) => (
                <Fragment key={role}>
                  {at > 0 && <Dot />}
                  {t(`roles.${role}`)}
                </Fragment>
              ))}
        </span>
      </p>
    </li>
  )
}

function Sentence({ name, summary }: { name: string; summary: string }) {
  const t = useTranslations('capabilities')
  const key = `calls.${name}` as 'calls.GET audit'
  if (t.has(key))
    return (
      <p className="max-w-text">
        <Parts parts={parseInline(t(key))} />
      </p>
    )
  return (
    <p lang="en" dir="ltr" className="max-w-text text-start">
      <Parts parts={parseInline(summary)} />
    </p>
  )
}
