import type { TestProject } from 'vitest/node'
import { startServer } from './real-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the real server that all journeys share. */
    origin: string
    /** The same server's app for operators. */
    consoleOrigin: string
  }
}

/** One real server for all journeys in the browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  project.provide('origin', server.origin)
  project.provide('consoleOrigin', server.consoleOrigin)
  return server.stop
}
