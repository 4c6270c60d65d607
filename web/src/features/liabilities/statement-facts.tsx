import { Banner, Card } from '@evenhand/ui/states.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
import type { Liabilities } from './load-liabilities.ts'

type Stated = { statement: NonNullable<Liabilities['statement']>; seal: Liabilities['seal'] }

/** When a statement was made and of what, and what this browser found when it checked it. */
export function StatementFacts({ statement, seal }: Stated) {
  const t = useTranslations('transparency')
  const when = useWhen()
  const { at, entry, leaves, root } = statement
  return (
    <Card className="flex flex-col gap-3 p-4">
      <dl className="flex flex-col gap-1.5 text-14">
        <Row name={t('asOf')}>{when(at)}</Row>
        <Row name={t('liabilities.entry')}>
          <Figure>{formatDecimal(String(entry))}</Figure>
        </Row>
        <Row name={t('liabilities.leaves')}>
          <Figure>{formatDecimal(String(leaves))}</Figure>
        </Row>
        <Row name={t('liabilities.root')}>
          <bdi dir="ltr" className="font-mono text-12 wrap-anywhere">
            {root}
          </bdi>
        </Row>
      </dl>
      <Checked statement={statement} seal={seal} />
    </Card>
  )
}

const variants = { checking: 'info', right: 'good', signed: 'info', wrong: 'danger', unknown: 'info' } as const

function Checked({ statement, seal }: Stated) {
  const t = useTranslations('transparency')
  const [state, setState] = useState<keyof typeof variants>('checking')
  useEffect(() => {
    let wanted = true
    import('./check-statement.ts')
      .then(({ checkStatement }) => checkStatement(statement, seal))
      .then(
        (found) => wanted && setState(found),
        () => wanted && setState('unknown'),
      )
    return () => void (wanted = false)
  }, [statement, seal])
  return (
    <Banner variant={variants[state]}>
      {t(`liabilities.check.${state}`)}{' '}
      <bdi dir="ltr" className="font-mono text-12">
        {statement.keyId}
      </bdi>
    </Banner>
  )
}
