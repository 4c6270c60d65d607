import { getRouteApi } from '@tanstack/react-router'
import { ResetQueue } from '../features/fund-password/reset-queue.tsx'

const route = getRouteApi('/inside/fund-resets')

export function FundResets() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ResetQueue
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
