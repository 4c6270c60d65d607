import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { useQuery } from '@tanstack/react-query'

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Whether the image as it was served has the hash of its work, computed in this browser; undefined until that is known, and
 * where the browser computes no hashes because the page did not come safely.
 */
export function useImageCheck({ imagePath, imageHash }: Pick<Collectible, 'imagePath' | 'imageHash'>) {
  return useQuery({
    queryKey: ['nft-image-check', imageHash],
    // The browser has it already: the page shows it.
    queryFn: async ({ signal }) => {
      const response = await fetch(imagePath, { signal, cache: 'force-cache' })
      if (!response.ok) throw new Error(`the image came with status ${response.status}`)
      return hexOf(await crypto.subtle.digest('SHA-256', await response.arrayBuffer())) === imageHash
    },
    enabled: globalThis.crypto?.subtle !== undefined,
    staleTime: Infinity,
    meta: { handled: true },
  }).data
}
