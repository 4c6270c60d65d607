import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import type { Route } from '@evenhand/protocol/route.ts'

const folder = join(import.meta.dirname, '../../protocol/src')
const modules = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(async (name) => (await import(join(folder, name))) as object),
)

const isRoute = (value: unknown): value is Route | OperatorRoute =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'request' in value
const routes = [...new Set(modules.flatMap((module) => Object.values(module) as unknown[]).filter(isRoute))]

/** Every customer route that some module of the protocol declares, whatever serves it. */
export const allRoutes = (): Route[] => routes.filter((route): route is Route => !('roles' in route))

/** Every operator route that some module of the protocol declares. */
export const allOperatorRoutes = (): OperatorRoute[] =>
  routes.filter((route): route is OperatorRoute => 'roles' in route && route.path.startsWith('/swx/admin/'))
