import { getRouteApi } from '@tanstack/react-router'
import { RiskScreen } from '../features/risk/risk-screen.tsx'

const route = getRouteApi('/inside/exposure')

export function Exposure() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <RiskScreen
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
