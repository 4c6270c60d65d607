import { getParamByKey, officialAddresses } from '@evenhand/protocol/content.ts'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

/** Every address that is ours. */
export const loadOfficialAddresses = async () =>
  z.decode(officialAddresses, (await call(getParamByKey, { key: 'own_addresses' })) as never)
