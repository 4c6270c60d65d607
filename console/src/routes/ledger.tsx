import { getRouteApi } from '@tanstack/react-router'
import { LedgerScreen } from '../features/ledger/ledger-screen.tsx'

const route = getRouteApi('/inside/ledger')

export function Ledger() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <LedgerScreen
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
