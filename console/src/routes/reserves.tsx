import { getRouteApi } from '@tanstack/react-router'
import { ReservesScreen } from '../features/reserves/reserves-screen.tsx'

const route = getRouteApi('/inside/reserves')

export function Reserves() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ReservesScreen
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
