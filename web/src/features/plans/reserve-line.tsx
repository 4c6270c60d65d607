import { planReserve } from '@evenhand/protocol/plans.ts'
import { Link } from '@evenhand/ui/router.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'

/** The reserve that yields are set aside from, as its books stand. */
export const usePlanReserve = () =>
  useQuery({
    queryKey: ['mine', 'plans', 'reserve'],
    queryFn: ({ signal }) => call(planReserve, {}, { signal }),
    refetchInterval: 30_000,
  }).data

/** What is owed to running plans beside what is set aside for it, and the way to more. */
export function ReserveLine() {
  const t = useTranslations('plans')
  const { amount } = useLocalNumber()
  const when = useWhen()
  const reserve = usePlanReserve()
  if (!reserve) return <p className="mt-2 min-h-10" />
  const usdt = (text: string) => amount(text, 'USDT')
  return (
    <p className="mt-2 max-w-text text-13 text-fg2">
      {reserve.coverage === null
        ? t('reserve.none', { free: usdt(reserve.free), time: when(reserve.at) })
        : t('reserve.line', {
            owed: usdt(reserve.owed),
            setAside: usdt(reserve.setAside),
            free: usdt(reserve.free),
            paid: usdt(reserve.paid),
            time: when(reserve.at),
          })}{' '}
      <Link to="/transparency" hash="plans" className="text-accent-text underline underline-offset-2">
        {t('reserve.more')}
      </Link>
    </p>
  )
}
