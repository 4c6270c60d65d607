import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

const againMs = 5000

/**
 * A part that the page can do without for a while: `waiting`, or nothing, until its code has come. A file that does not come is requested
 * for again and again; the screen around it is never lost with it, as it would be with a part that suspends.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function LazyPart(props: P) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let wanted = loaded === undefined
      const request = () =>
        load().then(
          (part) => {
            loaded = part
            if (wanted) setPart(() => part)
          },
          () => void (wanted && (timer = setTimeout(request, againMs))),
        )
      if (wanted) void request()
      return () => {
        wanted = false
        clearTimeout(timer)
      }
    }, [])
    return Part ? <Part {...props} /> : waiting
  }
}
