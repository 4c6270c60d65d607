import { basename } from 'node:path'
import type { Role } from './db.ts'
import { socketPrefix } from '../postgres/location.ts'

const isBuiltIn = (url: string): boolean =>
  URL.canParse(url) && basename(new URL(url).searchParams.get('host') ?? '').startsWith(socketPrefix)

function signedInAs(url: string, role: Role): string {
  const address = new URL(url)
  address.username = role
  return address.href
}

/**
 * What a connection is opened with that acts as a role. On the built-in PostgreSQL it signs in as the role, so that no
 * statement can step out of it; at an address of the operator's own it signs in according to the address and takes the role.
 */
export const asRole = (url: string, role: Role): { connectionString: string; options: string } => ({
  connectionString: isBuiltIn(url) ? signedInAs(url, role) : url,
  options: `-c role=${role} -c timezone=UTC`,
})
