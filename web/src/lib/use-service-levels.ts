import { useFetched } from './use-fetched.ts'

const freshMs = 60_000
const load = async () => (await import('./load-service-levels.ts')).loadServiceLevels()

/** How long customers wait, and what they complained of; one response for whatever part of a page shows it. */
export const useServiceLevels = () => useFetched('serviceLevels', load, freshMs).data
