import * as legalHolds from '@evenhand/protocol/legal-holds.ts'
import * as customers from '@evenhand/protocol/operator-customers.ts'
import * as house from '@evenhand/protocol/operator-house.ts'
import * as requests from '@evenhand/protocol/operator-requests.ts'
import { handleOperator, type MountedOperator } from '../../kernel/operator-call.ts'
import { noteCustomer, restrictCustomer, revealCustomer } from './act-on-customer.ts'
import { findActs } from './acts.store.ts'
import { listAnomalies } from './anomalies.ts'
import { approveRoleChange, proposeRoleChange, roleKinds } from './change-roles.ts'
import { claimWork, listClaims } from './claims.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { exportCsv } from './export-csv.ts'
import { approveHold, holdKinds, proposeHold } from './legal-hold.ts'
import {
  adjustmentKinds,
  approveCorrection,
  approveMoreReserve,
  proposeCorrection,
  proposeMoreReserve,
  topUpKinds,
} from './move-capital.ts'
import { listOperators } from './operators.store.ts'
import { approveTerms, paramKinds, proposeTerms, readParams } from './params.ts'
import { approveHigherLimit, limitKinds, proposeHigherLimit } from './raise-limit.ts'
import { listRequests, reject } from './requests.ts'
import { serviceLevels } from './service-levels.ts'
import { listCustomers, viewCustomer } from './view-customer.ts'

/** What one operator asks and another decides. */
const byTwo = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(requests.listRequests, ({ kinds = requests.requestKinds, ...ask }, call) =>
    listRequests(deps, { ...ask, kinds }, call),
  ),
  handleOperator(legalHolds.listLegalHolds, (ask, call) => listRequests(deps, { ...ask, kinds: holdKinds }, call)),
  handleOperator(requests.proposeRole, (ask, call) => proposeRoleChange(deps, ask, call)),
  handleOperator(requests.approveRole, (ask, call) => approveRoleChange(deps, ask, call)),
  handleOperator(requests.rejectRole, (ask, call) => reject(deps, { kinds: roleKinds, ask }, call)),
  handleOperator(requests.readParams, () => readParams(deps)),
  handleOperator(requests.proposeParams, (ask, call) => proposeTerms(deps, ask, call)),
  handleOperator(requests.approveParams, (ask, call) => approveTerms(deps, ask, call)),
  handleOperator(requests.rejectParams, (ask, call) => reject(deps, { kinds: paramKinds, ask }, call)),
  handleOperator(legalHolds.proposeLegalHold, (ask, call) => proposeHold(deps, ask, call)),
  handleOperator(legalHolds.approveLegalHold, (ask, call) => approveHold(deps, ask, call)),
  handleOperator(legalHolds.rejectLegalHold, (ask, call) => reject(deps, { kinds: holdKinds, ask }, call)),
  handleOperator(requests.proposeAdjustment, (ask, call) => proposeCorrection(deps, ask, call)),
  handleOperator(requests.approveAdjustment, (ask, call) => approveCorrection(deps, ask, call)),
  handleOperator(requests.rejectAdjustment, (ask, call) => reject(deps, { kinds: adjustmentKinds, ask }, call)),
  handleOperator(requests.proposeLimit, (ask, call) => proposeHigherLimit(deps, ask, call)),
  handleOperator(requests.approveLimit, (ask, call) => approveHigherLimit(deps, ask, call)),
  handleOperator(requests.rejectLimit, (ask, call) => reject(deps, { kinds: limitKinds, ask }, call)),
  handleOperator(requests.proposeTopUp, (ask, call) => proposeMoreReserve(deps, ask, call)),
  handleOperator(requests.approveTopUp, (ask, call) => approveMoreReserve(deps, ask, call)),
  handleOperator(requests.rejectTopUp, (ask, call) => reject(deps, { kinds: topUpKinds, ask }, call)),
]

const ofCustomers = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(customers.operatorUsers, (ask) => listCustomers(deps, ask)),
  handleOperator(customers.operatorUser, (ask, call) => viewCustomer(deps, ask, call)),
  handleOperator(customers.revealUser, (ask, call) => revealCustomer(deps, ask, call)),
  handleOperator(customers.restrictUser, (ask, call) => restrictCustomer(deps, ask, call)),
  handleOperator(customers.noteUser, (ask, call) => noteCustomer(deps, ask, call)),
]

const ofTheHouse = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(requests.operatorList, async () =>
    (await listOperators(deps.db)).map((one) => ({
      id: one.id,
      name: one.name,
      status: one.status,
      roles: [...one.roles],
      sandbox: one.sandbox,
      passkeys: one.passkeys.length,
      otp: one.totpEnabled,
    })),
  ),
  handleOperator(house.serviceLevels, () => serviceLevels(deps)),
  handleOperator(house.anomalies, () => listAnomalies(deps)),
  handleOperator(house.claims, (_ask, call) => listClaims(deps, call)),
  handleOperator(house.claimWork, (ask, call) => claimWork(deps, ask, call)),
  handleOperator(house.exposure, ({ mode = 'real' }) => deps.exposure(mode)),
  handleOperator(house.exportCsv, (ask, call) => exportCsv(deps, ask, call)),
  handleOperator(house.auditActs, async ({ page = 1, size = 50, ...ask }) => {
    const { rows, total } = await findActs(deps.db, { ...ask, limit: size, offset: (page - 1) * size })
    const sealed = await deps.sealedActs(rows.map(({ seq }) => seq))
    return {
      rows: rows.map(({ operatorId: _id, ...act }) => ({
        ...act,
        roles: [...act.roles],
        record: sealed.get(act.seq) ?? null,
      })),
      total,
      page,
      size,
    }
  }),
]

/** Every call of the console that is the operators' domain's own, sign-in aside. */
export const consoleRoutes = (deps: ConsoleDeps): MountedOperator[] => [
  ...byTwo(deps),
  ...ofCustomers(deps),
  ...ofTheHouse(deps),
]
