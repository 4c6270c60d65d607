import { operatorRoles, type OperatorRole } from '@evenhand/protocol/operator-route.ts'
import type { Screen } from './feature.ts'

/** Roles that open at least one screen of their own: the only ones worth granting. */
export const rolesWithWork = (screens: readonly Screen[]): readonly OperatorRole[] =>
  operatorRoles.filter((role) =>
    screens.some(({ isForEveryone, needs }) => !isForEveryone && needs.some(({ roles }) => roles.includes(role))),
  )
