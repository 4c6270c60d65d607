import { createHmac, timingSafeEqual } from 'node:crypto'
import { fileLinkMs } from '@evenhand/protocol/files.ts'

export type FileLink = { id: string; until: number; signature: string }

/** Addresses of pictures that are good for five minutes and for one picture alone. `key`: 32 bytes outside the database. */
export function createFileLinks({ key, now }: { key: Uint8Array; now: () => number }) {
  const sign = (id: string, until: number): string =>
    createHmac('sha256', key).update(`evenhand-file-link/1|${id}|${until}`).digest('hex')
  return {
    make(id: string): { url: string; until: number } {
      const until = now() + fileLinkMs
      return { url: `/swx/customer/file/${id}?until=${until}&signature=${sign(id, until)}`, until }
    },
    /** False for a link that we did not make, or whose time is over. */
    isGood({ id, until, signature }: FileLink): boolean {
      const given = Buffer.from(signature, 'hex')
      const right = Buffer.from(sign(id, until), 'hex')
      return given.length === right.length && timingSafeEqual(given, right) && now() <= until
    },
  }
}
