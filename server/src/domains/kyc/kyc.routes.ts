import { getIdentification, identification } from '@evenhand/protocol/identification.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Kyc } from './index.ts'

/** Requests of a customer that read and submit the identification. */
export const kycRoutes = (kyc: Kyc): Mounted[] => [
  handle(getIdentification, kyc.own),
  handle(identification, kyc.submit),
]
