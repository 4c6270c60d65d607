import type { FailedDelivery } from '@evenhand/protocol/failed-deliveries.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { useAlertWords } from '../../lib/alert-words.ts'

/** What a delivery is called: an alert by its words, others by their template or event. */
export function useDeliveryName() {
  const t = useTranslations('deliveries')
  const words = useAlertWords()
  return useCallback(
    ({ alert, name }: FailedDelivery): string => {
      if (alert === null) return name
      return alert.event === 'OPENED' ? words(alert) : t('over', { alert: words(alert) })
    },
    [t, words],
  )
}
