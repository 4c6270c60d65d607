import { operatorUsers } from '@evenhand/protocol/operator-customers.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { shortened } from '../case/copyable.tsx'
import { call } from '../lib/call.ts'
import type { Sentence } from '../lib/feature.ts'
import { useMay } from '../lib/session.ts'
import { useSentenceValue } from '../lib/use-sentence.ts'

/** The name of the customer whose id is signed, as these roles may read it; the id where they read none. */
function useCustomerName(id: string | undefined): string {
  const may = useMay()
  const { data } = useQuery({
    queryKey: [operatorUsers.path, 'name', id],
    queryFn: ({ signal }) => call(operatorUsers, { q: id ?? '', size: 1 }, signal),
    enabled: id !== undefined && may(operatorUsers),
    staleTime: 300_000,
  })
  const short = id === undefined ? '' : shortened(id, 6)
  const name = data?.rows.find((row) => row.id === id)?.username
  return name === undefined ? short : `${name} (${short})`
}

const differs = (chunks: ReactNode) => <strong className="text-danger">{chunks}</strong>
// What stands in a sentence keeps its own direction and its place.
const isolated = (text: string | number): string | number => (typeof text === 'number' ? text : `\u2068${text}\u2069`)

/** What is signed, in words: who, how much of what, and the plain action. */
export function SignedSentence({ sentence }: { sentence: Sentence }) {
  const t = useTranslations()
  const shown = useSentenceValue()
  const customer = useCustomerName(sentence.customerId)
  const values = Object.fromEntries(
    Object.entries(sentence.values).map(([name, value]) => [name, isolated(shown(value))]),
  )
  return (
    <p className="text-16 leading-snug font-600 break-words">
      {t.rich(sentence.key as never, { ...values, customer: isolated(customer), differs } as never)}
    </p>
  )
}
