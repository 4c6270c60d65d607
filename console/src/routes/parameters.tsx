import { getRouteApi } from '@tanstack/react-router'
import { ParametersScreen } from '../features/parameters/parameters-screen.tsx'

const route = getRouteApi('/inside/parameters')

export function Parameters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ParametersScreen
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
