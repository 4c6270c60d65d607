import type { Accounts } from './index.ts'
import type { Notices } from '../notices/index.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

export type NotifyTermsOfUseDeps = {
  notices: Pick<Notices, 'notifyBulk'>
  accounts: Pick<Accounts, 'acceptedOther'>
  /** Of the terms as they stand now. */
  version: () => string
}

/** Customers in one step. */
const atOnce = 500
const everyMs = hourMs

/** Notifies customers who accepted an earlier version of the terms of use of the new one, once a version. */
export function notifyTermsOfUse({ notices, accounts, version: versionNow }: NotifyTermsOfUseDeps) {
  const run = async (): Promise<void> => {
    const version = versionNow()
    await notices.notifyBulk({
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
  return { run, job: { name: 'notify of new terms of use', everyMs, run } satisfies JobSpec }
}
