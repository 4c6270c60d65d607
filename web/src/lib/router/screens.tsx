import {
  Component,
  createContext,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  type ComponentType,
  type ReactNode,
} from 'react'
import { useStore } from '../store.ts'
import type { Address, Going, Search } from './address.ts'
import type { Router, RouterState } from './router.ts'

const RouterContext = createContext<Router | undefined>(undefined)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('the screen stands outside the router')
  return router
}

/** The router around the page; tells whoever asked when a new address is on the screen. */
export function RouterProvider({ router }: { router: Router }) {
  const { location } = useStore(router.store)
  const before = useRef<Address>(undefined)
  useLayoutEffectInBrowser(() => {
    const fromLocation = before.current
    if (fromLocation === location) return
    before.current = location
    router.resolved({ fromLocation, pathChanged: fromLocation?.pathname !== location.pathname })
  })
  const Root = router.options.routeTree.options.component
  return <RouterContext value={router}>{Root && <Root />}</RouterContext>
}
const useLayoutEffectInBrowser = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** The screen of the present address, its boxes while it is late, or what went wrong with it. */
export function Outlet() {
  const router = useRouter()
  const { route, late, failed, location } = useStore(router.store)
  const { defaultErrorComponent: Failed, defaultPendingComponent: Boxes } = router.options
  if (late) return <Boxes />
  if (failed) return <Failed error={failed.error} reset={() => {}} />
  const Screen = route?.options.component
  if (!Screen) return null
  return (
    <Net key={location.pathname} failed={Failed}>
      <Suspense fallback={<Boxes />}>
        <Screen />
      </Suspense>
    </Net>
  )
}

type NetProps = { failed: ComponentType<{ error: unknown; reset: () => void }>; children: ReactNode }

/** Catches a screen that breaks while it is drawn. */
class Net extends Component<NetProps, { caught: { error: unknown } | undefined }> {
  override state: { caught: { error: unknown } | undefined } = { caught: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }
  override render() {
    const { failed: Failed, children } = this.props
    const { caught } = this.state
    return caught ? <Failed error={caught.error} reset={() => this.setState({ caught: undefined })} /> : children
  }
}

type Loaded = ComponentType & { preload: () => Promise<void> }

/** A screen whose code comes when it is asked for; the router fetches it before it shows it. */
export function lazyRouteComponent<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N): Loaded {
  let Screen: ComponentType | undefined
  const preload = async () => {
    const loaded = (await load())[name]
    // A link that was pointed at and pressed asks twice. The second answer is another component, and would throw away a
    // screen that stands already, with all that was typed into it.
    Screen ??= loaded
  }
  const Lazy = () => {
    if (!Screen) throw preload()
    return <Screen />
  }
  return Object.assign(Lazy, { preload })
}

export function useRouterState<T>({ select }: { select: (state: RouterState) => T }): T {
  return select(useStore(useRouter().store))
}
export const useMatches = <T,>({ select }: { select: (matches: RouterState['matches']) => T }): T =>
  useRouterState({ select: ({ matches }) => select(matches) })
export const useCanGoBack = (): boolean => useRouterState({ select: ({ location }) => location.index > 0 })
export const useNavigate = (_of?: { from?: string }): ((going: Going) => Promise<void>) => useRouter().navigate
export const getRouteApi = (_id: string) => ({
  useSearch: (): Search => useRouterState({ select: ({ location }) => location.search }),
})

/** Goes elsewhere as soon as it is drawn. */
export function Navigate(going: Going): null {
  const { navigate } = useRouter()
  const once = useRef(false)
  useEffect(() => {
    if (once.current) return
    once.current = true
    void navigate(going)
  })
  return null
}
