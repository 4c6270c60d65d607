import { endOperatorSession, operatorSessions } from '@evenhand/protocol/operators.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Absence } from './absence.tsx'
import { Page } from '../../layout/page.tsx'
import { call } from '../../lib/call.ts'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { RowsState } from '../../table/rows-state.tsx'

/** Where this operator is signed in; an administrator sees those of all. Any of them can be ended. */
export function SessionsScreen() {
  const t = useTranslations('sessions')
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: [operatorSessions.path],
    queryFn: ({ signal }) => call(operatorSessions, {}, signal),
  })
  const end = useMutation({
    mutationFn: (id: string) => call(endOperatorSession, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: [operatorSessions.path] }),
  })
  if (!query.data) return <RowsState rows={query} empty={null} />
  return (
    <Page>
      <Absence />
      <Card className="overflow-hidden">
        <PlainTable
          label={t('title')}
          heads={[t('operator'), t('since'), t('used'), t('ip'), t('browser'), t('end')]}
          rows={query.data.map(({ id, operator, createdAt, usedAt, ip, userAgent, current }) => [
            <bdi key="name" className="font-600">
              {operator}
            </bdi>,
            <When key="since" ms={createdAt} />,
            <When key="used" ms={usedAt} />,
            <bdi key="ip" dir="ltr">
              {ip}
            </bdi>,
            <bdi key="browser" dir="ltr" title={userAgent} className="inline-block max-w-80 truncate align-middle">
              {userAgent}
            </bdi>,
            current ? (
              <Chip key="current" variant="accent">
                {t('current')}
              </Chip>
            ) : (
              <Button
                key="end"
                variant="secondary"
                size="small"
                busy={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                {t('end')}
              </Button>
            ),
          ])}
        />
      </Card>
    </Page>
  )
}
