import { ownRestriction } from '@evenhand/protocol/restrictions.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { loadTexts } from '../../lib/texts.ts'

const freshMs = 60_000
// Few are restricted: what notifies them comes when they are.
const RestrictionBanner = lazyPart(async () => {
  const [{ RestrictionBanner: banner }] = await Promise.all([
    import('./restriction-banner.tsx'),
    loadTexts('profile', 'codes'),
  ])
  return banner
})

/** That new orders are stopped, where they are; nothing elsewhere. */
export function RestrictionNotice() {
  const { data } = useQuery({
    queryKey: ['mine', 'restriction'],
    queryFn: ({ signal }) => call(ownRestriction, {}, { signal }),
    refetchInterval: freshMs,
  })
  return data ? <RestrictionBanner {...data} /> : null
}
