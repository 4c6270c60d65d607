import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useCaseLook } from './prepared-look.ts'

type PreparedLook = {
  form: RefObject<HTMLFormElement | null>
  /** Whether there is still something to open. */
  on: boolean
  reason: string
  onReason: (reason: string) => void
}

/** The key V writes that the queue is the reason, unless one stands there, and puts focus on the button that opens. */
export function usePreparedLook({ form, on, reason, onReason }: PreparedLook): void {
  const t = useTranslations('common')
  const prepare = () => {
    if (reason.trim() === '') onReason(t('reason.given.queue'))
    form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }
  useCaseLook(on ? prepare : undefined)
}
