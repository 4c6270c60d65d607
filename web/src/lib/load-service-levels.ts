import { publicServiceLevels } from '@evenhand/protocol/books.ts'
import { call } from './call.ts'

/** How long customers wait, and what they complained of; counted from the records. */
export const loadServiceLevels = () => call(publicServiceLevels, {})
