import { getRouteApi } from '@tanstack/react-router'
import { CustomersScreen } from '../features/customers/customers-screen.tsx'

const route = getRouteApi('/inside/customers')

export function Customers() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <CustomersScreen
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
