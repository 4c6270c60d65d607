import { useTranslations } from 'use-intl'
import { BulkDecide, type BulkDecideProps } from './bulk-decide.tsx'

/** Rejects many cases for one reason, one after the other. */
export function BulkReject(props: BulkDecideProps) {
  const t = useTranslations('common')
  return (
    <BulkDecide
      {...props}
      danger
      words={(count) => ({
        title: t('bulk.title', { count }),
        effect: t('bulk.effect'),
        cases: t('bulk.cases'),
        button: props.signs === undefined ? t('bulk.reject', { count }) : t('bulk.sign', { count }),
        decided: t('bulk.rejected'),
        gone: t('bulk.gone'),
        summary: (came) => t('bulk.summary', came),
      })}
    />
  )
}
