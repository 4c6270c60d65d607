export { parseSearch, type Address, type RawSearch } from './router/address.ts'
export {
  getRouteApi,
  redirect,
  useCanGoBack,
  useLocation,
  useNavigate,
  useRouter,
  useRouterState,
} from './router/hooks.ts'
export { lazyRouteComponent } from './router/lazy-route-component.tsx'
export { Link } from './router/link.tsx'
export { Navigate, Outlet, RouterProvider } from './router/outlet.tsx'
export { createRoute, type Arrival, type Layout } from './router/route.ts'
export type { RoutePath } from './router/register.ts'
export { createRouter, type Resolved } from './router/router.ts'
export { hrefOf } from './router/target.ts'
