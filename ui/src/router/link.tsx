import { useEffect, useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react'
import { readAddress, type Address } from './address.ts'
import { useAnyRouter, useLocation } from './hooks.ts'
import type { RoutePath, Routes } from './register.ts'
import { hrefOf, type AnyTarget, type Going } from './target.ts'

export type LinkProps<P extends RoutePath> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Going<Routes, P> & {
    /** Marked as the current page on its own path alone, not on those below it. */
    readonly exact?: boolean
  }

/** A pause before a target is fetched ahead, so that a pointer passing by fetches nothing. */
const intentMs = 50

/** Whether a link leads to the page that is shown: to its path or one above it, with all that the link has in its search. */
function isCurrent(href: string, exact: boolean, location: Address): boolean {
  const { pathname, search } = readAddress(href, 0)
  return (
    (location.pathname === pathname || (!exact && location.pathname.startsWith(`${pathname}/`))) &&
    Object.entries(search).every(([name, value]) => String(location.search[name]) === value)
  )
}

/** A link to a screen: an ordinary link to the browser, without a load for an ordinary press. */
export function Link<const P extends RoutePath>(props: LinkProps<P>) {
  const {
    to,
    params,
    search,
    hash,
    href: given,
    replace,
    exact = false,
    onClick,
    children,
    ...rest
  } = props as Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & AnyTarget & { exact?: boolean }
  const router = useAnyRouter()
  const location = useLocation()
  const href = hrefOf((given === undefined ? { to, params, search, hash } : { href: given }) as AnyTarget)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const intend = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void router.preload({ href }), intentMs)
  }
  const leave = () => clearTimeout(timer.current)
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const special = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || special || (rest.target ?? '_self') !== '_self') return
    event.preventDefault()
    void router.navigate({ href, replace: replace === true })
  }
  const active = isCurrent(href, exact, location)
  return (
    <a
      {...rest}
      href={href}
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
