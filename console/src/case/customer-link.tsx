import { operatorUsers } from '@evenhand/protocol/operator-customers.ts'
import { Link } from '@evenhand/ui/router.ts'
import { useMay } from '../lib/session.ts'
import { Copyable, shortened } from './copyable.tsx'

/** Whose case it is: the name, where it is known, as the way to the customer, and the id to search further by. */
export function CustomerLink({ id, name = shortened(id, 8) }: { id: string; name?: string }) {
  const may = useMay()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {may(operatorUsers) ? (
        <Link to="/customers" search={{ q: id, id }} className="font-600 text-accent-text">
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className="font-600">{name}</bdi>
      )}
      <Copyable text={id} shown={name === shortened(id, 8) ? '' : shortened(id, 8)} />
    </span>
  )
}
