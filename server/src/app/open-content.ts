import { join } from 'node:path'
import { createContent, readFaq } from '../domains/content/index.ts'
import { paramVersions } from '../domains/operators/index.ts'
import { openSecret } from '../kernel/crypto/secret.ts'
import { owned } from '../kernel/db/db.ts'
import { openAddressCountry } from '../kernel/http/address-country.ts'
import type { DomainsParams } from './compose.ts'

/** Pages, questions and answers, and notices, over what they stand on. */
export const openContent = ({ pools, clock, limits, config }: DomainsParams) =>
  createContent({
    db: owned<'content'>(pools.api),
    clock,
    limits,
    faq: readFaq(),
    personKey: openSecret(join(config.dataDir, 'keys', 'content.key')),
    paramVersions: () => paramVersions(owned<'operators'>(pools.api)),
    countryOf: openAddressCountry(config.geoipFile),
  })
