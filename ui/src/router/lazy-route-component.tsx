import type { ComponentType } from 'react'
import type { RouteComponent } from './route.ts'

type Loaded = RouteComponent & { readonly preload: () => Promise<void> }

/** A screen whose code comes when it is requested; the router fetches it before it shows it. */
export function lazyRouteComponent<N extends string>(
  load: () => Promise<{ [name in N]: ComponentType }>,
  name: N,
): Loaded {
  let Screen: ComponentType | undefined
  const preload = async () => {
    const loaded = (await load())[name]
    // A link that was pointed at and pressed requests twice. The second response is another component, and would throw away a
    // screen that stands already, with all that was typed into it.
    Screen ??= loaded
  }
  const Lazy = () => {
    if (!Screen) throw preload()
    return <Screen />
  }
  return Object.assign(Lazy, { preload })
}
