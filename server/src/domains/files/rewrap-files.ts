import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import { boundOf, storeWrapped, wrappedByOthers, type FilesDb } from './files.store.ts'

/**
 * Wraps every file's key anew by the first key of FILES_KEY_FILE; the files themselves stay as they are. Returns how many.
 * The product may run meanwhile, as long as its FILES_KEY_FILE holds both keys.
 */
export async function rewrapFiles(db: FilesDb, keys: WrappingKeys): Promise<number> {
  let count = 0
  for (;;) {
    const page = await wrappedByOthers(db, keys.currentId)
    if (page.length === 0) return count
    for (const file of page) {
      await storeWrapped(db, { id: file.id, key: keys.rewrap(file.key, boundOf(file)) })
      count += 1
    }
  }
}
