import { searchNumbers, type Found } from '@evenhand/protocol/operator-search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../lib/call.ts'
import type { Features, Target } from '../lib/feature.ts'
import { useMay } from '../lib/session.ts'
import { pathOfRequest } from '../requests/path-of-request.ts'

const restMs = 200
const minText = 2

/** A text once its typing rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** What the server knows by a typed number or name; `searching` until its response is to the text as it stands. */
export function useFound(typed: string): { found: readonly Found[]; searching: boolean } {
  const may = useMay()
  const text = typed.trim()
  const rested = useRested(text)
  const enabled = rested.length >= minText && may(searchNumbers)
  const { data, isFetching } = useQuery({
    queryKey: [searchNumbers.path, rested],
    queryFn: ({ signal }) => call(searchNumbers, { q: rested }, signal),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const isSearching = text.length >= minText && may(searchNumbers)
  return {
    found: isSearching && enabled ? (data ?? []) : [],
    searching: isSearching && (rested !== text || isFetching),
  }
}

/** The screen that shows what was found, and what stands in its address. */
export function pathOfFound(features: Features, found: Found): Target {
  if (found.about !== null && features.requests.has(found.about)) {
    const { to, search } = pathOfRequest(features, found.about, found.id)
    return { to, search: { ...search, show: 'all' } }
  }
  return features.found.get(found.kind)?.target(found) ?? { to: '/', search: {} }
}
