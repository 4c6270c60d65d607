import { maxAlerts, type PriceAlert } from '@evenhand/protocol/notices.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Button, IconButton } from '@evenhand/ui/button.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useAlertText } from './use-alert-text.ts'
import { useAlerts, useRemoveAlert } from './use-alerts.ts'

/** Every alert of the customer, those of the instrument on the screen first, each with its deletion. */
export function AlertList({ code }: { code: string }) {
  const t = useTranslations('alerts')
  const common = useTranslations('common')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, isError, refetch } = useAlerts()
  const remove = useRemoveAlert(() => {
    // Its button is gone with it; keyboard focus moves to the list.
    heading.current?.focus()
  })
  const here = (one: PriceAlert) => one.code === code
  const alerts = data && [...data.filter(here), ...data.filter((one) => !here(one))]
  return (
    <section aria-labelledby={id} className="border-t border-line pt-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={id} ref={heading} tabIndex={-1} className="font-600 outline-none">
          {t('own')}
        </h3>
        {data && <span className="text-13 text-fg3">{t('count', { count: data.length, max: maxAlerts })}</span>}
      </div>
      <p role="status" className="mt-1 text-13 text-good empty:hidden">
        {remove.isSuccess && t('removed')}
      </p>
      {!data && !isError && <Skeleton className="mt-3 h-11" />}
      {!data && isError && (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-3">
          <span>{common('state.loadFailed')}</span>
          <Button variant="secondary" onClick={() => void refetch()}>
            {common('retry')}
          </Button>
        </div>
      )}
      {alerts?.length === 0 && <p className="mt-2 text-13 text-fg2">{t('none')}</p>}
      {alerts && alerts.length > 0 && (
        <ul className="mt-1 divide-y divide-line">
          {alerts.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              here={here(alert)}
              busy={remove.isPending && remove.variables.id === alert.id}
              onRemove={() => remove.mutate(alert)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = { alert: PriceAlert; here: boolean; busy: boolean; onRemove: () => void }

function AlertRow({ alert, here, busy, onRemove }: RowProps) {
  const t = useTranslations('alerts')
  const { ruleText, repeatText } = useAlertText()
  const tag = languageOf(useLang()).tag
  const { code, toldAt, everyMinutes = 0 } = alert
  const rule = ruleText(alert)
  const notified = toldAt && sentenceDate(tag, { timeStyle: 'short' }).format(toldAt)
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 grow">
        <p className="font-500">
          {!here && (
            <>
              <Link to="/cruuency" search={{ code, type: 0 }} dir="ltr" className="font-600 text-accent-text">
                {code}
              </Link>{' '}
            </>
          )}
          {rule}
        </p>
        <p className="text-13 text-fg3">
          {repeatText(everyMinutes)}
          {notified && <span className="block">{t('told', { time: notified })}</span>}
        </p>
      </div>
      <IconButton
        icon="trash"
        label={t('remove', { code, rule })}
        size={18}
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onRemove}
        className="-me-2 shrink-0"
      />
    </li>
  )
}
