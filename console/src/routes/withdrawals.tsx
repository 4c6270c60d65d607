import { getRouteApi } from '@tanstack/react-router'
import { WithdrawalQueue } from '../features/withdrawals/withdrawal-queue.tsx'

const route = getRouteApi('/inside/withdrawals')

export function Withdrawals() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <WithdrawalQueue
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
