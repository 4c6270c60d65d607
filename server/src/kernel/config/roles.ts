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
