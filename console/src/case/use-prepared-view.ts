import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useCaseView } from './prepared-view.ts'

type PreparedView = {
  form: RefObject<HTMLFormElement | null>
  /** Whether there is still something to open. */
  on: boolean
  reason: string
  onReason: (reason: string) => void
}

/** The key V writes that the queue is the reason, unless one stands there, and puts focus on the button that opens. */
export function usePreparedView({ form, on, reason, onReason }: PreparedView): void {
  const t = useTranslations('common')
  const prepare = () => {
    if (reason.trim() === '') onReason(t('reason.given.queue'))
    form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }
  useCaseView(on ? prepare : undefined)
}
