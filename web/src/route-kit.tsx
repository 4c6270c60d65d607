import { createRootRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Chrome } from './layout/chrome.ts'
import { LoadFailed } from './layout/load-failed.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { lookedForLostChunk } from './lib/lost-chunk.ts'
import { currentSession } from './lib/session.ts'

const chunkTimeoutMs = 120_000

/**
 * A screen's code, given up after 120 s so that the customer can try again. A lost file is named in our own words,
 * because the router would answer the browser's with a reload of its own, and one is enough (lost-chunk.ts).
 */
export const within =
  <M,>(load: () => Promise<M>) =>
  (): Promise<M> =>
    new Promise((resolve, reject) => {
      const late = () => reject(new Error('the screen took longer than 120 s to load'))
      const timer = setTimeout(late, chunkTimeoutMs)
      load()
        .then(resolve, async (cause: unknown) => {
          await lookedForLostChunk()
          reject(new Error('the screen could not be loaded', { cause }))
        })
        .finally(() => clearTimeout(timer))
    })

/** A screen that uses queries. Home and the lists do without them, so that a first visit loads less. */
export const withQueries = <N extends string>(load: () => Promise<{ [name in N]: ComponentType }>, name: N) =>
  lazyRouteComponent(
    within(async () => {
      const [screen, { Queries }] = await Promise.all([load(), import('./lib/queries.tsx')])
      const Inner: ComponentType = screen[name]
      const Screen = () => (
        <Queries>
          <Inner />
        </Queries>
      )
      return { Screen }
    }),
    'Screen',
  )

/** Screens of a customer alone: a visitor signs in first and comes back. */
export const signedInOnly = ({ location }: { location: { href: string } }) => {
  if (!currentSession()) throw redirect({ to: '/pass/login', search: { back: location.href } })
}

export const root = createRootRoute({ component: RootLayout, errorComponent: LoadFailed })
/** The options every screen shares: its place under the root, and what stands around it. */
export const shown = (chrome: Chrome) => ({ getParentRoute: () => root, staticData: { chrome } })
