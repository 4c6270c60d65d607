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
import type { Address } from './address.ts'
import { RouterContext, useAnyRouter, useRouterState } from './hooks.ts'
import type { RoutePath, Routes } from './register.ts'
import type { AnyRoute } from './route.ts'
import type { Router } from './router.ts'
import { scrollToHash } from './scroll-to-hash.ts'
import type { Going } from './target.ts'

const LayerContext = createContext(0)

/** The router around the page. Every page begins at the top of the window or at its hash, back and forward included. */
export function RouterProvider<R extends AnyRoute>({ router }: { router: Router<R> }) {
  const { location, route } = useStore(router.store)
  const before = useRef<Address>(undefined)
  const pageBefore = useRef('')
  useLayoutEffectInBrowser(() => {
    const fromLocation = before.current
    if (fromLocation === location) return
    before.current = location
    const page = [location.pathname, route?.pageBy?.map((name) => location.search[name])].join()
    const pathChanged = pageBefore.current !== page
    pageBefore.current = page
    if (pathChanged || fromLocation?.hash !== location.hash) scrollToHash(location.hash)
    router.notifyResolved({ location, fromLocation, pathChanged })
  })
  return (
    <RouterContext value={router as unknown as Router<AnyRoute>}>
      <Layer at={0} />
    </RouterContext>
  )
}
const useLayoutEffectInBrowser = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** The next layer inside this one: a layout, the screen, its boxes while it is pending, or what went wrong with it. */
export const Outlet = () => <Layer at={use(LayerContext) + 1} />

function Layer({ at }: { at: number }) {
  const { options } = useAnyRouter()
  const { layers, pendingAt, failed, location } = useRouterState()
  const { errorComponent: Failed, pendingComponent: Pending } = options
  const boxes = Pending && <Pending />
  if (pendingAt === at) return boxes
  if (failed?.at === at) return <Failed error={failed.error} reset={() => {}} />
  const layer = layers[at]
  if (!layer) return null
  const Inner = layer.component ?? Outlet
  // A layout stays while the screens in it change; a screen begins anew with every path.
  const key = at === layers.length - 1 ? location.pathname : 'layout'
  return (
    <LayerContext value={at}>
      <ErrorBoundary key={key} href={location.href} errorComponent={Failed}>
        <Suspense fallback={boxes}>
          <Inner />
        </Suspense>
      </ErrorBoundary>
    </LayerContext>
  )
}

type BoundaryProps = {
  href: string
  errorComponent: ComponentType<{ error: unknown; reset: () => void }>
  children: ReactNode
}
type BoundaryState = { href: string; caught: { error: unknown } | undefined }

/** Catches a layer that breaks while it is drawn, until the address changes. */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { href: this.props.href, caught: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }
  static getDerivedStateFromProps({ href }: BoundaryProps, state: BoundaryState) {
    return href === state.href ? null : { href, caught: undefined }
  }
  override render() {
    const { errorComponent: Failed, children } = this.props
    const { caught } = this.state
    return caught ? <Failed error={caught.error} reset={() => this.setState({ caught: undefined })} /> : children
  }
}

/** Goes elsewhere as soon as it is drawn. */
export function Navigate<P extends RoutePath>(going: Going<Routes, P>): null {
  const { navigate } = useAnyRouter()
  const once = useRef(false)
  useEffect(() => {
    if (once.current) return
    once.current = true
    void navigate(going as Parameters<typeof navigate>[0])
  })
  return null
}
