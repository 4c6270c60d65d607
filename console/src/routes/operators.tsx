import { getRouteApi } from '@tanstack/react-router'
import { OperatorsScreen } from '../features/operators/operators-screen.tsx'

const route = getRouteApi('/inside/operators')

export function Operators() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <OperatorsScreen
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
