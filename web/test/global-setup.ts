import type { TestProject } from 'vitest/node'
import { installedChromium, unpackChromium, type Chromium } from './packaged-chromium.ts'
import { startServer } from './real-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the real server that all journeys share. */
    origin: string
    /** The same server's app for operators. */
    consoleOrigin: string
    /** The browser of the journeys, and the one that needs nothing of the machine; undefined where there is none. */
    chromium: Chromium | undefined
    packagedChromium: Chromium | undefined
  }
}

/** One real server and one program of a browser for all journeys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, packaged] = await Promise.all([startServer(), unpackChromium()])
  project.provide('chromium', installedChromium() ?? packaged)
  project.provide('packagedChromium', packaged)
  project.provide('origin', server.origin)
  project.provide('consoleOrigin', server.consoleOrigin)
  return server.stop
}
