import { maxAlerts } from '@evenhand/protocol/notices.ts'
import { useRef, useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { quoteOf } from '../../feed/quote-store.ts'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import type { AlertedItem } from './alert-sheet.tsx'
import { readTarget, scaleOf, type AlertKind } from './read-target.ts'
import { useAddAlert } from './use-alerts.ts'

const startPercent = '5'

/** An alert as it is being requested: it begins at the present price, so that a digit or two is all there is to change. */
export function useAlertForm({ code, precision, price }: AlertedItem) {
  const [start] = useState(() => quoteOf(code)?.price ?? price)
  const [kind, setKind] = useState<AlertKind>('ABOVE')
  const [typed, setTyped] = useState<string>()
  const [every, setEvery] = useState(0)
  const [checked, setChecked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const text = typed ?? (kind === 'CHANGE' ? startPercent : start)
  const scale = scaleOf(kind, precision)
  const target = readTarget(text, scale)
  const add = useAddAlert(() => setChecked(false))
  const wait = useRetryWait(add.error)
  const error = useTargetError({ target: checked ? target : undefined, scale, problem: add.error })
  return {
    kind,
    text,
    every,
    error,
    input,
    target: target.is === 'target' ? target.units : undefined,
    busy: add.isPending,
    wait,
    added: add.isSuccess ? add.variables : undefined,
    chooseKind: (next: AlertKind) => {
      add.reset()
      // A price is no percentage: what was typed stays only between the two prices.
      if ((next === 'CHANGE') !== (kind === 'CHANGE')) setTyped(undefined)
      setKind(next)
      setChecked(false)
    },
    type: (next: string) => {
      add.reset()
      setTyped(next)
    },
    chooseEvery: (minutes: number) => {
      add.reset()
      setEvery(minutes)
    },
    submit: (event: SyntheticEvent) => {
      event.preventDefault()
      setChecked(true)
      if (target.is !== 'target') return input.current?.focus()
      const requested = { code, kind, target: target.text, ...(every === 0 ? {} : { everyMinutes: every }) }
      return add.mutate(requested, { onError: () => input.current?.focus() })
    },
  }
}

type ErrorParams = { target: ReturnType<typeof readTarget> | undefined; scale: number; problem: unknown }

/** What is wrong with the target, by our own reading or by the server's. */
function useTargetError({ target, scale, problem }: ErrorParams): string | undefined {
  const t = useTranslations('alerts')
  const problemText = useProblemText()
  if (target && target.is !== 'target') return t(`wrong.${target.is}`, { scale })
  if (problem === null || problem === undefined) return undefined
  if (isRefused(problem, 'openLimitReached')) return t('full', { max: maxAlerts })
  if (isRefused(problem, 'dataIncomplete')) return t('wrong.malformed')
  return problemText(problem)
}
