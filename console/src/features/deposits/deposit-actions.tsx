import {
  creditDeposit,
  holdDeposit,
  recordDeposit,
  rejectDeposit,
  returnDeposit,
  type SeenDeposit,
} from '@evenhand/protocol/deposits-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { useMay, useOperator } from '../../lib/session.ts'
import { useCaseActions } from '../../queue/case-actions.ts'
import { approvalsDiffer } from './credit-payload.ts'
import { isWaiting } from './deposit-words.tsx'

export type DialogName = 'credit' | 'reject' | 'hold' | 'return' | 'record'
type ActionsProps = { seen: SeenDeposit; onRequest: (dialog: DialogName) => void }

/** What a finance operator may decide about a deposit as it is, and why a button is off. */
export function DepositActions({ seen, onRequest }: ActionsProps) {
  const t = useTranslations('deposits')
  const may = useMay()
  const { waits, spoken, credits, rejects, opened } = useMayDecide(seen)
  const credit = useCallback(() => onRequest('credit'), [onRequest])
  const reject = useCallback(() => onRequest('reject'), [onRequest])
  useCaseActions({
    approve: credits && opened && !spoken ? credit : undefined,
    reject: rejects ? reject : undefined,
    spoken: spoken && !approvalsDiffer(seen),
  })
  if (!waits) return <EndedActions seen={seen} onRequest={onRequest} />
  if (!may(creditDeposit)) return null
  return (
    <>
      <Spoken seen={seen} />
      {!opened && (
        <p id="open-first" className="w-full text-13 text-fg2">
          {t('openProofFirst')}
        </p>
      )}
      {credits && (
        <Button
          variant={spoken ? 'secondary' : 'primary'}
          onClick={credit}
          disabled={!opened}
          aria-describedby={opened ? undefined : 'open-first'}
        >
          {spoken ? t('correct') : t('credit')}
        </Button>
      )}
      {rejects && (
        <Button variant="secondary" onClick={reject}>
          {t('reject')}
        </Button>
      )}
      {rejects && may(holdDeposit) && (
        <Button variant="quiet" onClick={() => onRequest('hold')}>
          {t('hold')}
        </Button>
      )}
      {seen.status === 'ON_HOLD_AML' && may(returnDeposit) && (
        <Button variant="secondary" onClick={() => onRequest('return')}>
          {t('return')}
        </Button>
      )}
    </>
  )
}

function useMayDecide({ status, approvals, evidence }: SeenDeposit) {
  const may = useMay()
  const me = useOperator()?.operator.id
  const waits = isWaiting(status)
  return {
    waits,
    spoken: waits && approvals.some(({ operatorId }) => operatorId === me),
    credits: waits && may(creditDeposit),
    rejects: (status === 'SUBMITTED' || status === 'CONFIRMING') && may(rejectDeposit),
    opened: evidence !== null,
  }
}

/** That this operator has signed already, and what is still missing. */
function Spoken({ seen: { approvals, returns } }: { seen: SeenDeposit }) {
  const t = useTranslations('deposits')
  const me = useOperator()?.operator.id
  const isOwn = ({ operatorId }: { operatorId: string }) => operatorId === me
  return (
    <>
      {approvals.some(isOwn) && <p className="w-full text-13 text-fg2">{t('spoken')}</p>}
      {returns.some(isOwn) && <p className="w-full text-13 text-fg2">{t('spokenReturn')}</p>}
    </>
  )
}

/** Coins of a rejected deposit are recorded or sent back; where too little was credited, the rest is recorded. */
function EndedActions({ seen, onRequest }: ActionsProps) {
  const t = useTranslations('deposits')
  const may = useMay()
  const { status, followedBy } = seen
  const rejected = status === 'REJECTED' && followedBy === undefined
  // Where the chain shows what arrived, exactly that was credited.
  const partly = status === 'CREDITED' && seen.arrivedAmount === null && seen.source !== 'CHAIN'
  if (!(rejected || partly)) return null
  return (
    <>
      {rejected && <Spoken seen={seen} />}
      {may(recordDeposit) && (
        <Button variant={partly ? 'quiet' : 'secondary'} onClick={() => onRequest('record')}>
          {partly ? t('recordPart') : t('recordRejected')}
        </Button>
      )}
      {rejected && may(returnDeposit) && (
        <Button variant="secondary" onClick={() => onRequest('return')}>
          {t('return')}
        </Button>
      )}
    </>
  )
}
