import { getRouteApi } from '@tanstack/react-router'
import { AdjustmentsScreen } from '../features/adjustments/adjustments-screen.tsx'

const route = getRouteApi('/inside/adjustments')

export function Adjustments() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AdjustmentsScreen
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
