import type { Accounts } from './index.ts'
import type { Notices } from '../notices/index.ts'
import type { JobSpec } from '../../kernel/module/module.ts'

export type TellOfTermsOfUseDeps = {
  notices: Pick<Notices, 'tellMany'>
  accounts: Pick<Accounts, 'acceptedOther'>
  /** Of the terms that the program came with. */
  version: string
}

/** Customers in one step. */
const atOnce = 500
const everyMs = 3_600_000

/** Tells everybody who accepted an earlier version of the terms of use that there is a new one, once a version. */
export function tellOfTermsOfUse({ notices, accounts, version }: TellOfTermsOfUseDeps) {
  const run = async (): Promise<void> => {
    await notices.tellMany({
      what: `terms:${version}`,
      next: async (after) =>
        (await accounts.acceptedOther({ version, after, limit: atOnce })).map((accountId) => ({
          accountId,
          template: 'terms.updated',
          params: { version },
          ref: version,
        })),
    })
  }
  return { run, job: { name: 'tell of new terms of use', everyMs, run } satisfies JobSpec }
}
