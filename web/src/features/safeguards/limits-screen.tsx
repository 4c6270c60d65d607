import type { LimitName } from '@evenhand/protocol/safeguards.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Banner, Card, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'
import { partsOf } from './limit-figures.ts'
import { LimitForm } from './limit-form.tsx'
import { LimitRow } from './limit-row.tsx'
import { PauseForm } from './pause-form.tsx'
import { useSafeguards, type Safeguards } from './use-safeguards.ts'
import type { Limit } from './use-set-limit.ts'
import { useWhen } from '../../lib/use-when.ts'

/** The customer's own limits and pauses. */
export function LimitsScreen() {
  const t = useTranslations('safeguards')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const { data, error, refetch } = useSafeguards()
  if (!data && error)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={problemText(error)}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data) return <Skeleton className="h-96 max-w-card rounded-card" />
  return (
    <>
      {data.pause && <Paused pause={data.pause} />}
      <div className="flex max-w-card flex-col gap-2">
        <p>{t('limits.intro')}</p>
        <p className="text-fg2">{t('limits.counted')}</p>
        <p className="text-fg2">{t('pause.open')}</p>
      </div>
      <Limits limits={data.limits} />
      <PauseForm kind="timeout" />
      <PauseForm kind="exclusion" />
    </>
  )
}

function Paused({ pause }: { pause: NonNullable<Safeguards['pause']> }) {
  const t = useTranslations('safeguards')
  const when = useWhen()
  return (
    <Banner variant="warn" className="max-w-card">
      {t('pause.runs', { kind: pause.kind, time: when(pause.until) })}
    </Banner>
  )
}

const groups = ['deposit', 'loss', 'turnover', 'more'] as const
const groupOf = (name: LimitName) => groups.find((group) => group === partsOf(name).kind) ?? 'more'

function Limits({ limits }: { limits: readonly Limit[] }) {
  const t = useTranslations('safeguards')
  const common = useTranslations('common')
  const [name, setName] = useState<LimitName>()
  const limit = limits.find((one) => one.name === name)
  const parts = limit && partsOf(limit.name)
  const close = () => setName(undefined)
  return (
    <>
      {groups.map((group) => (
        <Card key={group} className="max-w-card px-5 pt-4 pb-2">
          <h2 className="text-16 font-700">{t(`limits.group.${group}`)}</h2>
          <ul className="divide-y divide-line">
            {limits
              .filter((one) => groupOf(one.name) === group)
              .map((one) => (
                <LimitRow key={one.name} limit={one} onChange={() => setName(one.name)} />
              ))}
          </ul>
        </Card>
      ))}
      <Dialog
        variant="sheet"
        open={limit !== undefined}
        onClose={close}
        title={parts && t(`limits.kind.${parts.kind}`)}
        closeLabel={common('close')}
      >
        {parts?.span && <p className="mb-2 text-fg2">{t(`limits.span.${parts.span}`)}</p>}
        {limit && <LimitForm key={limit.name} limit={limit} onDone={close} />}
      </Dialog>
    </>
  )
}
