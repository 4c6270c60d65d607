import { dateOf } from '../../kernel/time/clock.ts'
import type { ExportSection } from '../../kernel/module/data-export.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import { allOf } from './identifications.store.ts'
import type { KycDb } from './kyc.deps.ts'
import { openForm } from './encrypted-form.ts'

/** What is exported of identifications: all that the customer stated, and what became of it. Pictures come by their own route. */
export const identificationsExport = (db: KycDb, keys: Pick<WrappingKeys, 'open'>): ExportSection[] => [
  {
    tables: ['kyc.identifications'],
    max: undefined,
    async read({ customerId }) {
      const rows = (await allOf(db, customerId)).map((one) => ({
        id: one.id,
        number: one.number,
        attempt: one.attempt,
        status: one.status,
        reasons: one.reasons,
        submitted_at: dateOf(one.submittedAt),
        decided_at: one.decidedAt === undefined ? null : dateOf(one.decidedAt),
        stated: openForm(keys, one),
        front_file_id: one.frontFileId,
        back_file_id: one.backFileId ?? null,
        holding_file_id: one.holdingFileId,
        further: one.further,
        needs: one.needs,
      }))
      return { tables: { 'kyc.identifications': rows }, last: undefined }
    },
  },
]
