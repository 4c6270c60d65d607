import { sql } from '../../kernel/db/db.ts'
import { findIdentification, type Identification } from './identifications.store.ts'
import type { KycDeps } from './kyc.deps.ts'
import { insertCase, isSent, unsentForms } from './provider-cases.store.ts'
import type { Case, IdentityCheck } from './providers/identity-check.ts'
import { openForm } from './encrypted-form.ts'

const atOnce = 5
/** A form that could not be sent waits, so that others are not behind it. */
const restMs = 600_000
const maxResting = 1000

/**
 * Sends forms that wait to the provider: a few at a time, one after another, each by one process. What cannot be sent is
 * tried again later; people see it meanwhile.
 */
export function createSender(deps: KycDeps, provider: IdentityCheck): () => Promise<void> {
  const { db, clock, log } = deps
  const resting = new Map<string, number>()
  const sendOne = async (id: string): Promise<void> => {
    try {
      await outbox(deps, provider, id)
      resting.delete(id)
    } catch (cause) {
      if (resting.size < maxResting) resting.set(id, clock.now() + restMs)
      log.warn({ identification: id, provider: provider.name, cause: String(cause) }, 'a form could not be sent')
    }
  }
  const sendAll = async (): Promise<void> => {
    for (const [id, until] of resting) if (until < clock.now()) resting.delete(id)
    for (const id of await unsentForms(db, { max: atOnce, except: [...resting.keys()] })) await sendOne(id)
  }
  let pending: Promise<void> = Promise.resolve()
  return () => {
    pending = pending.then(sendAll, sendAll)
    return pending
  }
}

async function outbox(deps: KycDeps, provider: IdentityCheck, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    // Locked until the provider has responded: another process skips this form.
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`identification ${id}`}, 0)) as mine`.execute(tx)
    const form = await findIdentification(tx, { id })
    if (rows[0]?.mine !== true || form === undefined || (await isSent(tx, id))) return
    const reference = await provider.send(await caseOf(deps, provider, form))
    await insertCase(tx, { id, provider: provider.name, reference, at: deps.clock.now() })
  })
}

async function caseOf({ files, keys }: KycDeps, { name }: IdentityCheck, form: Identification): Promise<Case> {
  const open = async (fileId: string): Promise<Buffer> =>
    (await files.open(fileId, { process: `sent to ${name}` })).bytes
  return {
    id: form.id,
    stated: openForm(keys, form),
    pictures: {
      front: await open(form.frontFileId),
      back: form.backFileId === undefined ? undefined : await open(form.backFileId),
      holding: await open(form.holdingFileId),
    },
  }
}
