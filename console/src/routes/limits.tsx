import { getRouteApi } from '@tanstack/react-router'
import { LimitsScreen } from '../features/limits/limits-screen.tsx'

const route = getRouteApi('/inside/limits')

export function Limits() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <LimitsScreen
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
