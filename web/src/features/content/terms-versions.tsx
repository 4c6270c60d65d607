import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FigureCell } from '../../lib/figure-table.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'

type Version = { version: number; appliesAt: number | null; reason: string | null; hash: string }
type Props<V extends Version> = {
  id: string
  title: string
  lead: string
  data: { inForce: number; versions: readonly V[] }
  children: (version: V) => ReactNode
}

/** The terms of a product and every change of them, announced a day before it holds; the newest first. */
export function TermsVersions<V extends Version>({ id, title, lead, data, children }: Props<V>) {
  return (
    <section
      id={id}
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby={`${id}-title`}
    >
      <div>
        <h2 id={`${id}-title`} className="text-20 font-700 text-balance desktop:text-24">
          {title}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{lead}</p>
      </div>
      {data.versions.map((one) => (
        <OneVersion key={one.version} terms={one} inForce={data.inForce}>
          {children(one)}
        </OneVersion>
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

type OneProps = { terms: Version; inForce: number; children: ReactNode }

function OneVersion({ terms: { version, appliesAt, reason, hash }, inForce, children }: OneProps) {
  const t = useTranslations('transparency')
  const tag = languageOf(useLang()).tag
  const time = sentenceDate(tag, { timeStyle: 'short' })
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
      <div className="mt-3 overflow-x-auto" tabIndex={0} role="group" aria-label={t('terms.version', { version })}>
        {children}
      </div>
      <p className="mt-3 text-12 text-fg3">
        {t('terms.hash')}{' '}
        <bdi dir="ltr" className="font-mono break-all">
          {hash}
        </bdi>
      </p>
    </Card>
  )
}

/** A value, after the one it replaces. */
export function TermsCell({ before, now }: { before: string | undefined; now: string }) {
  return (
    <FigureCell>
      <TermsValue before={before} now={now} />
    </FigureCell>
  )
}

/** The same outside a table; a unit in words gives the value its own direction. */
export function TermsValue({ before, now }: { before: string | undefined; now: string }) {
  if (before === undefined || before === now) return <bdi>{now}</bdi>
  return (
    <>
      <del className="me-2 text-fg3">
        <bdi>{before}</bdi>
      </del>
      <ins className="font-600 no-underline">
        <bdi>{now}</bdi>
      </ins>
    </>
  )
}
