import type { TestProject } from 'vitest/node'
import { openScratchCluster } from './scratch-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the migrated template, as the owner; test files clone it. */
    templateUrl: string
  }
}

/** One cluster for the run, with a template that is migrated once. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, close } = await openScratchCluster()
  project.provide('templateUrl', cluster.url())
  return close
}
