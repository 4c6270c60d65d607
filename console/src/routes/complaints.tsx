import { getRouteApi } from '@tanstack/react-router'
import { ComplaintQueue } from '../features/complaints/complaint-queue.tsx'

const route = getRouteApi('/inside/complaints')

export function Complaints() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ComplaintQueue
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  )
}
