import {
  consoleCharities,
  consoleCollectibles,
  consoleResales,
  workImage,
} from '@evenhand/protocol/collectibles-console.ts'
import type { CollectibleStatus } from '@evenhand/protocol/states.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callForFile } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'

/** Collectibles of a status, or all, and the works they can be made of. */
export const useCollectibles = (status: CollectibleStatus | undefined) =>
  useQuery({
    queryKey: [consoleCollectibles.path, status ?? 'ALL'],
    queryFn: ({ signal }) => call(consoleCollectibles, status === undefined ? {} : { status }, signal),
    refetchInterval: freshMs,
  })

/** What owners offered again, and what became of it. */
export const useResales = () =>
  useQuery({
    queryKey: [consoleResales.path],
    queryFn: ({ signal }) => call(consoleResales, {}, signal),
    refetchInterval: freshMs,
  })

/** Charities with what each waits for, and the payments under way. */
export const useCharities = () =>
  useQuery({
    queryKey: [consoleCharities.path],
    queryFn: ({ signal }) => call(consoleCharities, {}, signal),
    refetchInterval: freshMs,
  })

/** The address of an image in this page's memory; the image of a hash never changes. */
export const useWorkImage = (hash: string): string | undefined =>
  useQuery({
    queryKey: [workImage.path, hash],
    queryFn: async () => URL.createObjectURL(await callForFile(workImage, { hash })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data

/** Reads collectibles and charities again: what changes one may change the other. */
export function useRenew(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(
      [consoleCollectibles, consoleCharities].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
    )
  }
}
