import { lazy, type LazyExoticComponent, type ReactNode } from 'react'

const againMs = 5000

/**
 * Loads until it succeeds: again when the network is back, or after five seconds. Never rejects. Some browsers (Chromium
 * 147) remember until a reload that a module could not be fetched: there the part stays away, and the rest works.
 */
export async function loadUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await networkOrPause()
    }
  }
}

function networkOrPause(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, againMs)
    addEventListener('online', done)
  })
}

/**
 * React's `lazy` for a part of a screen: it stays suspended while its file does not come. One that threw would take the
 * whole screen with it, a ticket with its chart, for a network that was away for a moment.
 */
export const lazyWithRetry = <P extends object>(
  load: () => Promise<{ default: (props: P) => ReactNode }>,
): LazyExoticComponent<(props: P) => ReactNode> => lazy(() => loadUntilLoaded(load))
