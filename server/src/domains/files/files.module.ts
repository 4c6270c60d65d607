import { fileTypes, maxFileBytes } from '@evenhand/protocol/files.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { filesRoutes } from './files.routes.ts'
import type { Files } from './index.ts'
import { filesExport } from './personal-data.ts'

/** Pictures of customers as they are served and exported. */
export const filesModule = (files: Files, { pools }: Pick<ModuleDeps, 'pools'>): Module => ({
  name: 'files',
  routes: filesRoutes(files),
  jobs: files.jobs,
  dataExport: filesExport(owned<'files'>(pools.api)),
  parameters: [['image_limits', async () => ({ maxBytes: maxFileBytes, types: fileTypes })]],
})
