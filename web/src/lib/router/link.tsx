import { useEffect, useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react'
import { useStore } from '../store.ts'
import type { Address, Going } from './address.ts'
import { useRouter } from './screens.tsx'

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & Going & { activeOptions?: { exact?: boolean } }

/** A pause before a target is fetched ahead, so that a pointer passing by fetches nothing. */
const intentMs = 50

const isActive = ({ to, search }: Going, exact: boolean, { pathname, search: present }: Address): boolean =>
  (pathname === to || (!exact && pathname.startsWith(`${to}/`))) &&
  (typeof search !== 'object' ||
    Object.entries(search).every(([name, value]) => String(present[name]) === String(value)))

/** A link to a screen: an ordinary link to the browser, without a load for an ordinary press. */
export function Link({ to, search, replace, activeOptions, onClick, children, ...rest }: LinkProps) {
  const router = useRouter()
  const { location } = useStore(router.store)
  const going = { to, search, replace } as Going
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const intend = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => router.preload(going), intentMs)
  }
  const leave = () => clearTimeout(timer.current)
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const special = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || special || (rest.target ?? '_self') !== '_self') return
    event.preventDefault()
    void router.navigate(going)
  }
  const active = isActive(going, activeOptions?.exact === true, location)
  return (
    <a
      {...rest}
      href={router.href(going)}
      onClick={press}
      onMouseEnter={intend}
      onFocus={intend}
      onTouchStart={intend}
      onMouseLeave={leave}
      {...(active ? { 'aria-current': 'page' } : {})}
    >
      {children}
    </a>
  )
}
