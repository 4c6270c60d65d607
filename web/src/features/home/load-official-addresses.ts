import { getParamByKey, ownAddresses } from '@evenhand/protocol/content.ts'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

/** Every address that is ours. */
export const loadOwnAddresses = async () =>
  z.decode(ownAddresses, (await call(getParamByKey, { key: 'own_addresses' })) as never)
