import { getRouteApi, hrefOf, lazyRouteComponent, redirect, type RoutePath } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Chrome } from './layout/chrome.ts'
import type { Target, Screen, TextKey } from './lib/feature.ts'
import { lostChunkSearch } from './lib/lost-chunk.ts'
import { currentSession } from './lib/session.ts'
import { useTitle } from './lib/use-title.ts'

const chunkTimeoutMs = 120_000

/**
 * A screen's code, given up after 120 s so that the customer can try again. A lost file is named in our own words,
 * because the router would handle the browser's with a reload of its own, and one is enough (lost-chunk.ts).
 */
const within =
  <M,>(load: () => Promise<M>) =>
  (): Promise<M> =>
    new Promise((resolve, reject) => {
      const late = () => reject(new DOMException('', 'TimeoutError'))
      const timer = setTimeout(late, chunkTimeoutMs)
      load()
        .then(resolve, async (cause: unknown) => {
          await lostChunkSearch()
          reject(new Error('the screen could not be loaded', { cause }))
        })
        .finally(() => clearTimeout(timer))
    })

const Bare = ({ children }: { title?: TextKey; children: ReactNode }) => children

/** A screen's component in what it stands in, each part of it loaded beside the others. */
export const componentOf = ({ path, title, ...screen }: Screen) =>
  lazyRouteComponent(
    within(async () => {
      const [Inner, Around, Frame] = await Promise.all([
        screen.load(),
        screen.usesQueries ? import('./lib/queries.tsx').then(({ Queries }) => Queries) : Bare,
        screen.isAccountPage
          ? import('./layout/account/account-frame.tsx').then(({ AccountFrame }) => AccountFrame)
          : Bare,
      ])
      const route = getRouteApi(path as RoutePath)
      function Shown() {
        const navigate = route.useNavigate()
        const onSearch = (part: object) =>
          void navigate({ search: (before: object) => ({ ...before, ...part }), replace: true })
        return (
          <Around>
            {!screen.isNamedByContent && <Title title={title} />}
            <Frame title={title}>
              <Inner search={route.useSearch()} onSearch={onSearch} />
            </Frame>
          </Around>
        )
      }
      return { Shown }
    }),
    'Shown',
  )

/** Names the document by its screen. */
function Title({ title: params }: { title: TextKey }) {
  useTitle(useTranslations()(params))
  return null
}

/** Screens of a customer alone: a visitor signs in first and comes back. */
export const signedInOnly = ({ location }: { location: { href: string } }) => {
  if (!currentSession()) throw redirect({ to: '/pass/login', search: { back: location.href } })
}

/** Sends on who came to an address that leads elsewhere. */
export function goElsewhere(target: Target | undefined): void {
  if (target) throw redirect({ href: hrefOf(target), replace: true })
}

/** What stands around a screen. */
export const shown = (chrome: Chrome) => ({ staticData: { chrome } })
