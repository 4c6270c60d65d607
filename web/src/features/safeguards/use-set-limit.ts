import { limitUnitOf, setLimits, type LimitName } from '@evenhand/protocol/safeguards.ts'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useSafeguardsChanged, type Safeguards } from './use-safeguards.ts'
import { useWhen } from '../../lib/use-when.ts'

export type Limit = Safeguards['limits'][number]
/** `wanted` in hundredths of a USDT, orders or minutes; null is no limit. */
type Setting = { name: LimitName; wanted: bigint | null; confirm?: boolean }

/** Sets one limit, and shows whether it holds or from when it can be confirmed. */
export function useSetLimit(onDone: () => void) {
  const t = useTranslations('safeguards')
  const when = useWhen()
  const changed = useSafeguardsChanged()
  return useMutation({
    meta: { handled: true },
    mutationFn: ({ name, wanted, confirm = false }: Setting) => {
      const value = wanted !== null && limitUnitOf(name) !== 'USDT' ? Number.parseInt(wanted.toString(), 10) : wanted
      return call(setLimits, { [name]: value, ...(confirm ? { confirm } : {}) })
    },
    onSuccess: async ({ limits }, { name }) => {
      const wish = limits.find((one) => one.name === name)?.wish
      toast(wish ? t('limits.doneLater', { time: when(wish.from) }) : t('limits.doneNow'), 'good')
      await changed()
      onDone()
    },
  })
}
