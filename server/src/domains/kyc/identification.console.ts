import {
  checkIdentityField,
  decideIdentification as decideRoute,
  decideKycProposal,
  identificationQueue as queueRoute,
  kycProposals,
  proposeKyc as proposeRoute,
  viewIdentification as viewRoute,
  viewIdentityPicture,
} from '@evenhand/protocol/identification-console.ts'
import { withPicture } from '../../kernel/http/http.ts'
import { handleOperator, type MountedOperator, type OperatorDeps } from '../../kernel/http/operator-call.ts'
import { checkField } from './check-field.ts'
import { decideIdentification } from './decide-identification.ts'
import { findIdentification } from './identifications.store.ts'
import type { KycDeps } from './kyc.deps.ts'
import { decideProposal, proposeKyc } from './propose-kyc.ts'
import { openProposals, type Proposal } from './proposals.store.ts'
import { identificationQueue, namesOf, proposalView, viewIdentification, viewPicture } from './view-identification.ts'

/** Operators' part of identity: the queue with its clocks, one form with its pictures, and what can be decided about it. */
export function kycConsole(deps: KycDeps, operators: OperatorDeps): MountedOperator[] {
  const viewed = async (proposals: readonly Proposal[]) => {
    const forms = await Promise.all(
      proposals.map(({ identificationId }) => findIdentification(deps.consoleDb, { id: identificationId })),
    )
    const named = await namesOf(
      deps,
      forms.flatMap((form) => (form === undefined ? [] : [form.customerId])),
    )
    return proposals.map((proposal, index) => proposalView(proposal, forms[index], named))
  }
  return [
    handleOperator(queueRoute, (request, call) => identificationQueue(deps, operators, { call, request })),
    handleOperator(kycProposals, async () => viewed(await openProposals(deps.consoleDb))),
    handleOperator(viewRoute, (params, call) => viewIdentification(deps, operators, { call, params })),
    handleOperator(viewIdentityPicture, async (params, call) =>
      withPicture(await viewPicture(deps, operators, { call, params })),
    ),
    handleOperator(checkIdentityField, (params, call) => checkField(deps, { call, params })),
    handleOperator(decideRoute, (params, call) => decideIdentification(deps, operators, { call, params })),
    handleOperator(proposeRoute, async (params, call) => {
      const [made] = await viewed([await proposeKyc(deps, operators, { call, params })])
      if (made === undefined) throw new Error('a proposal was not viewed')
      return made
    }),
    handleOperator(decideKycProposal, (params, call) => decideProposal(deps, operators, { call, params })),
  ]
}
