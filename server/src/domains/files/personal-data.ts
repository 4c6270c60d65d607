import type { Db } from '../../kernel/db/db.ts'
import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'

/** What is exported of pictures: that they exist and who viewed them. The pictures themselves come by their own route. */
export const filesExport = (db: Db<'files'>): ExportSection[] =>
  exportTables(db, {
    'files.files': {
      columns:
        "id, purpose, type, size, encode(sha256, 'hex') as sha256, created_at, used_at, erased_at, '/swx/customer/file/' || id as address",
      by: 'customer_id',
      order: 'id',
    },
    'files.views': {
      columns:
        "id, file_id, case when operator_id is not null then 'operator' when reason = 'own file' then 'customer' else 'product' end as viewer, reason, at",
      by: 'customer_id',
      order: 'id',
    },
  })
