import { getParamByKey, officialAddresses } from '@evenhand/protocol/site-params.ts'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

/** Every address that is ours. */
export const loadOfficialAddresses = async () =>
  z.decode(officialAddresses, (await call(getParamByKey, { key: 'own_addresses' })) as never)
