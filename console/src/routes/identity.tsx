import { getRouteApi } from '@tanstack/react-router'
import { IdentityQueue } from '../features/identity/identity-queue.tsx'

const route = getRouteApi('/inside/identity')

export function Identity() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <IdentityQueue
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
