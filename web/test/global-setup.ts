import type { TestProject } from 'vitest/node'
import { findChromium, type FoundChromium } from './chromium.ts'
import { startServer } from './real-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the real server that all journeys share. */
    origin: string
    /** The same server's app for operators. */
    consoleOrigin: string
    chromium: FoundChromium
  }
}

/** One real server and one program of a browser for all journeys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, chromium] = await Promise.all([startServer({ everyPrice: true }), findChromium()])
  project.provide('chromium', chromium)
  project.provide('origin', server.origin)
  project.provide('consoleOrigin', server.consoleOrigin)
  return server.stop
}
