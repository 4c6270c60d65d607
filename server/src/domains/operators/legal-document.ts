import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { findRequest } from './requests.store.ts'

/** Files the picture of an order, encrypted and readable by these operators alone; refuses 40018 and 40019 as an upload does. */
export async function fileDocument(deps: ConsoleDeps, { file }: { file: string }, call: OperatorCall) {
  const filed = await deps.storeDocument(Buffer.from(file, 'base64'))
  await deps.db.transaction().execute((tx) =>
    recordAuditEntry(deps, tx, {
      call,
      entry: {
        act: 'legalHold.document',
        subject: `file:${filed.fileId}`,
        reason: 'the document of a legal hold was filed',
        after: { sha256: filed.sha256 },
      },
    }),
  )
  return filed
}

/**
 * The document of a request, for an operator who gives a reason; the access is in the audit log, in no customer's. Refuses
 * 40039 where the request has none.
 */
export async function openDocument(deps: ConsoleDeps, params: { id: string; reason: string }, call: OperatorCall) {
  const request = await findRequest(deps.db, { id: params.id })
  const document = request?.kind.startsWith('customer.') === true ? request.values['document'] : undefined
  if (document === undefined) throw refuse('notFound')
  await deps.db.transaction().execute((tx) =>
    recordAuditEntry(deps, tx, {
      call,
      entry: { act: 'legalHold.viewDocument', subject: `request:${params.id}`, reason: params.reason },
    }),
  )
  return deps.openDocument(document, { operatorId: call.operator.id, reason: params.reason })
}
