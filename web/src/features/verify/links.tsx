import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'

const linkClass = 'text-accent-text underline underline-offset-2'

/** A link in a text that saves what the server publishes at an address under public/. */
export const fileLink = (path: string, name: string) => (text: ReactNode) => (
  <a className={linkClass} href={`/swx/customer/public/${path}`} download={name}>
    {text}
  </a>
)

/** Links in texts to the screens that hand files out. */
export const screenLinks = {
  orders: (text: ReactNode) => (
    <Link className={linkClass} to="/profile/orders">
      {text}
    </Link>
  ),
  contracts: (text: ReactNode) => (
    <Link className={linkClass} to="/profile/orders" search={{ product: 'contracts' }}>
      {text}
    </Link>
  ),
  works: (text: ReactNode) => (
    <Link className={linkClass} to="/nfts">
      {text}
    </Link>
  ),
  chart: (text: ReactNode) => (
    <Link className={linkClass} to="/cruuency" search={{ code: 'BTCUSDT', type: 0 }}>
      {text}
    </Link>
  ),
  figures: (text: ReactNode) => (
    <Link className={linkClass} to="/transparency">
      {text}
    </Link>
  ),
}
