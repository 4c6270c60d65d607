import { Copyable, shortened } from './copyable.tsx'

/** Whose case it is: the name, and the id to look further by. */
export const CustomerLink = ({ id, name }: { id: string; name: string }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2">
    <bdi className="font-600">{name}</bdi>
    <Copyable text={id} shown={shortened(id, 8)} />
  </span>
)
