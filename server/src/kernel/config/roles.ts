/**
 * What a process of an installation does. `api`: calls and sockets of customers, as many processes as there are cores for.
 * `console`: calls of operators. `feed`: records prices, one process acts and others wait for its lease. `clock`: whatever is
 * done once in an installation by time: settlement, sealing, checks, mails.
 */
export const allRoles = ['api', 'console', 'feed', 'clock'] as const
export type Role = (typeof allRoles)[number]
export type Roles = ReadonlySet<Role>

/** A process that is all there is. */
export const everyRole: Roles = new Set(allRoles)

const oneRole = `(?:${allRoles.join('|')})`
/** Roles as they are configured: their names with commas between them. */
export const rolesForm = new RegExp(`^${oneRole}(?: *, *${oneRole})*$`)

/** The roles of a machine; all where none is named. Throws where prices are left to others and no database is shared. */
export function readRoles(names: readonly string[], databaseUrl: string | undefined): Roles {
  const roles = names.length === 0 ? everyRole : new Set(allRoles.filter((role) => names.includes(role)))
  if (roles.has('feed') || databaseUrl !== undefined) return roles
  throw new Error(
    `ROLES=${names.join(',')} leaves the prices to another machine and needs DATABASE_URL, the database of both: set it, or add feed.`,
  )
}
