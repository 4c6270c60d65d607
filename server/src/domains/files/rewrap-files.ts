import { rewrapKeys, type Rewrapped } from '../../kernel/crypto/rewrap-keys.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import { boundOf, storeWrapped, wrappedByOthers, type FilesDb } from './files.store.ts'

/**
 * Wraps every file's key anew by the first key of FILES_KEY_FILE; the files themselves stay as they are. Returns how many,
 * and the files whose key is damaged. The product may run meanwhile, as long as its FILES_KEY_FILE holds both keys.
 */
export const rewrapFiles = (db: FilesDb, keys: WrappingKeys): Promise<Rewrapped> =>
  rewrapKeys({
    page: (after) => wrappedByOthers(db, { currentId: keys.currentId, after }),
    rewrap: (file) => keys.rewrap(file.key, boundOf(file)),
    store: ({ id }, key) => storeWrapped(db, { id, key }),
  })
