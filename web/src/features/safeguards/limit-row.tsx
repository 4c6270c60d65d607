import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { limitValue, partsOf } from './limit-figures.ts'
import { useLimitText } from './use-limit-text.ts'
import { useSetLimit, type Limit } from './use-set-limit.ts'
import { useTimeLeft } from './use-time-left.ts'
import { useWhen } from '../../lib/use-when.ts'

/** One limit: what holds, what counts against it, and a looser one that waits. */
export function LimitRow({ limit, onChange }: { limit: Limit; onChange: () => void }) {
  const t = useTranslations('safeguards')
  const limitText = useLimitText()
  const id = useId()
  const { name, value, used, wish } = limit
  const { kind, span } = partsOf(name)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 items-center justify-between gap-4 desktop:flex">
        <span id={id} className="block font-500">
          {span ? t(`limits.span.${span}`) : t(`limits.kind.${kind}`)}
        </span>
        <span className="desktop:text-end">
          <span className={value === null ? 'block text-fg2' : 'block font-600'}>{limitText(name, value)}</span>
          {used !== null && (
            <span className="block text-13 text-fg2">{t('limits.used', { used: limitText(name, used) })}</span>
          )}
        </span>
      </div>
      <Button variant="secondary" size="small" aria-describedby={id} onClick={onChange}>
        {t(value === null ? 'limits.set' : 'limits.change')}
      </Button>
      {wish && <Wish limit={limit} wish={wish} />}
    </li>
  )
}

function Wish({ limit: { name }, wish }: { limit: Limit; wish: NonNullable<Limit['wish']> }) {
  const t = useTranslations('safeguards')
  const when = useWhen()
  const limitText = useLimitText()
  const problemText = useProblemText()
  const confirm = useSetLimit(() => {})
  const left = useTimeLeft(wish.from, () => {})
  const ready = left === 0 && productNow() < wish.until
  const wanted = wish.value === null ? null : limitValue(name, wish.value)
  const value = limitText(name, wish.value)
  return (
    <div className="w-full rounded-control bg-sunken p-3 text-13">
      <p>{t(ready ? 'limits.wishReady' : 'limits.wishWaits', { value, time: when(ready ? wish.until : wish.from) })}</p>
      <FieldError>{confirm.error && problemText(confirm.error)}</FieldError>
      {ready && wanted !== undefined && (
        <Button
          size="small"
          variant="secondary"
          busy={confirm.isPending}
          className="mt-2"
          onClick={() => confirm.mutate({ name, wanted, confirm: true })}
        >
          {t('limits.confirmWish')}
        </Button>
      )}
    </div>
  )
}
