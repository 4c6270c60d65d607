export { createMemoryHistory } from './address.ts'
export { Link } from './link.tsx'
export { createRootRoute, createRoute, redirect } from './route.ts'
export { createRouter } from './router.ts'
export {
  getRouteApi,
  lazyRouteComponent,
  Navigate,
  Outlet,
  RouterProvider,
  useCanGoBack,
  useMatches,
  useNavigate,
  useRouter,
  useRouterState,
} from './screens.tsx'
