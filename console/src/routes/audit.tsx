import { getRouteApi } from '@tanstack/react-router'
import { AuditScreen } from '../features/audit/audit-screen.tsx'

const route = getRouteApi('/inside/audit')

export function Audit() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AuditScreen
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
