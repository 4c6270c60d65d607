import { getRouteApi } from '@tanstack/react-router'
import { DepositQueue } from '../features/deposits/deposit-queue.tsx'

const route = getRouteApi('/inside/deposits')

export function Deposits() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <DepositQueue
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
