import type { SignedRecord } from '@evenhand/proofs/contracts/verify-contract.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { pinKeys } from '../../lib/pinned-keys.ts'

type Params = { id: string; records: readonly object[] }

/** What computing a contract's records again in this browser found; the code for it is loaded with the first one. */
export function RecordCheck({ id, records }: Params) {
  const t = useTranslations('contracts')
  const { data, isError } = useQuery({
    queryKey: ['mine', 'contract-check', id, records.length],
    queryFn: async () => {
      const [{ checkRecords }, keys] = await Promise.all([import('./check-records.ts'), pinKeys()])
      return checkRecords(records as readonly SignedRecord[], keys.text)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) return <p className="text-13 text-fg2">{t('record.unchecked')}</p>
  if (data === undefined) return null
  const { ok, findings } = data
  return (
    <div className={`rounded-control px-4 py-3 text-13 ${ok ? 'bg-good-weak' : 'bg-danger-weak'}`}>
      <p className={`flex items-center gap-2 font-600 ${ok ? 'text-good' : 'text-danger'}`}>
        <Icon name={ok ? 'check' : 'warning'} size={18} />
        {ok ? t('record.right') : t('record.wrong', { count: findings.length })}
      </p>
    </div>
  )
}
