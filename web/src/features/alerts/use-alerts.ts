import { addAlert, listAlerts, removeAlert, type PriceAlert } from '@evenhand/protocol/notices.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

type NewAlert = z.output<typeof addAlert.request>
const key = ['mine', 'alerts']

/** The customer's price alerts on every instrument. One that is notified once is deleted by itself, so the list is polled. */
export const useAlerts = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call(listAlerts, {}, { signal }), refetchInterval: 15_000 })

/** Adds an alert; what is wrong with it is shown by the form. */
export function useAddAlert(onAdded: () => void) {
  const queries = useQueryClient()
  return useMutation({
    meta: { handled: true },
    mutationFn: (requested: NewAlert) => call(addAlert, requested),
    onSuccess: (alerts) => {
      queries.setQueryData(key, alerts)
      onAdded()
    },
  })
}

/** Deletes an alert. One that is gone already, notified or deleted elsewhere, leaves the list as well. */
export function useRemoveAlert(onRemoved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: PriceAlert) => call(removeAlert, { id }),
    onSuccess: (alerts) => {
      queries.setQueryData(key, alerts)
      onRemoved()
    },
    onError: () => void queries.invalidateQueries({ queryKey: key }),
  })
}
