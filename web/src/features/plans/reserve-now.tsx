import { planReserve } from '@evenhand/protocol/plans.ts'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'

const freshMs = 60_000
const load = () => call(planReserve, {})

/** What is set aside of the yields that running plans have still to get; with none running, what new ones can be backed by. */
export function ReserveNow() {
  const t = useTranslations('home')
  const { amount } = useLocalNumber()
  const { data } = useFetched('plan reserve', load, freshMs)
  if (!data) return null
  return data.coverage === null
    ? t('now.reserveFree', { free: amount(data.free, 'USDT') })
    : t('now.reserve', { setAside: amount(data.setAside, 'USDT'), owed: amount(data.owed, 'USDT') })
}
