import { requestPayload } from '@evenhand/proofs/approval.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApprovalDialog } from '../approval/approval-dialog.tsx'
import { ValuesDialog } from '../approval/values-dialog.tsx'
import type { ChangeKind } from './requested-change.ts'
import { useProposal } from './use-proposal.ts'

type ProposalDialogProps = {
  title: string
  kind: ChangeKind
  /** What is requested, as both passkeys sign it; undefined while the form is not complete. */
  values: Readonly<Record<string, string>> | undefined
  /** What follows from the proposal, in one sentence. */
  effect: string
  submit: (signed: { id: string; reason: string; assertion: Assertion }) => Promise<unknown>
  onClose: () => void
  /** The fields of the form. */
  children: (tried: boolean) => ReactNode
}

/** A proposal in two steps: its form, then its whole content once more, with the reason, to be signed. */
export function ProposalDialog({ title, kind, values, effect, submit, onClose, children }: ProposalDialogProps) {
  const t = useTranslations('requests')
  const [complete, setComplete] = useState<Readonly<Record<string, string>>>()
  const { id, renewed } = useProposal()
  if (complete)
    return (
      <ApprovalDialog
        title={title}
        effect={effect}
        payload={(reason) => requestPayload({ kind, id, values: complete, reason }, 'propose')}
        button={t('signProposal')}
        submit={(signed) => renewed(submit({ id, ...signed }))}
        onClose={onClose}
      />
    )
  return (
    <ValuesDialog title={title} button={t('next')} values={values} onValues={setComplete} onClose={onClose}>
      {children}
    </ValuesDialog>
  )
}
